package io.simhash.elasticsearch.near_duplicate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.rest.RestStatus;

/**
 * One bulk request on the node that runs its pipelines: the ids that it writes, its documents among
 * the recent ones, those that were dropped because of others of them, and what its response warns
 * of. Safe to share between threads.
 */
final class BulkScope {

  /** One processor in one pipeline. */
  record Use(NearDuplicateProcessor processor, String pipeline) {}

  private record Key(Caller caller, String field) {}

  /**
   * A document that was dropped or refused, and its original in the same request.
   *
   * @param refusal {@code null} if it was dropped
   */
  private record Removed(String id, RecentDocument original, Exception refusal) {}

  private static final int UNKNOWN = -1;

  private final BulkRequest request;
  private final boolean ofUpdate;
  private final String[] ids;
  private final Set<String> updates = new HashSet<>();
  private final Map<Place, Map<Key, RecentDocument>> recent = new LinkedHashMap<>();
  private final List<Removed> removed = new ArrayList<>();
  private final Map<Use, Boolean> uses = new LinkedHashMap<>();
  private List<String> warnings = List.of();
  private volatile Consumer<Exception> failure;

  /** How often the request writes each id; {@code null} until it is asked for. */
  private Map<String, Integer> writes;

  /**
   * @param ofUpdate whether it holds the document of an update that was sent alone
   */
  BulkScope(BulkRequest request, boolean ofUpdate) {
    this.request = request;
    this.ofUpdate = ofUpdate;
    this.ids = new String[request.requests().size()];
    for (int i = 0; i < ids.length; i++) {
      DocWriteRequest<?> item = request.requests().get(i);
      ids[i] = item.id();
      IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
      if (document != null && document != item) {
        updates.add(Place.indexAndId(document.index(), document.id()));
      }
    }
  }

  /** Sets what fails the whole request. */
  void onFailure(Consumer<Exception> command) {
    failure = command;
  }

  /** Fails the whole request, which nothing else would end. */
  void fail(Exception e) {
    failure.accept(e);
  }

  /** Whether it holds the document of an update, which cannot be answered if that is dropped. */
  boolean isOfUpdate() {
    return ofUpdate;
  }

  /** Whether a document may come from an update of a bulk request, and may go unused. */
  boolean isUpdate(String index, String id) {
    return updates.contains(Place.indexAndId(index, id));
  }

  /** How many items of the request write, change or delete a document of this id. */
  synchronized int writes(String id) {
    if (writes == null) {
      writes = new HashMap<>();
      Arrays.stream(ids).forEach(each -> writes.merge(String.valueOf(each), 1, Integer::sum));
      recent.keySet().forEach(place -> writes.putIfAbsent(place.id(), 1));
    }
    return writes.getOrDefault(id, 0);
  }

  /** The document of a place, if an earlier processor has added it; {@code null} otherwise. */
  synchronized RecentDocument recent(Place place, Caller caller, String field) {
    return recent.getOrDefault(place, Map.of()).get(new Key(caller, field));
  }

  /** The document of a place, once for each field that is compared. */
  synchronized List<RecentDocument> recent(Place place) {
    return List.copyOf(recent.get(place).values());
  }

  private synchronized List<RecentDocument> recent() {
    return recent.values().stream().flatMap(each -> each.values().stream()).toList();
  }

  /** Adds a document that has arrived. */
  synchronized void add(RecentDocument document) {
    recent
        .computeIfAbsent(document.place(), place -> new LinkedHashMap<>())
        .put(new Key(document.caller(), document.field()), document);
    if (writes != null) {
      writes.putIfAbsent(document.place().id(), 1);
    }
  }

  /**
   * Remembers that a document was dropped or refused because of another one of the same request.
   *
   * @param refusal {@code null} if it was dropped
   */
  synchronized void removed(String id, RecentDocument original, Exception refusal) {
    removed.add(new Removed(id, original, refusal));
  }

  /** Remembers that a document has arrived at a processor. */
  synchronized void arrived(Use use, boolean hasFingerprint) {
    uses.merge(use, hasFingerprint, Boolean::logicalOr);
  }

  /** The uses at which no document had a fingerprint or a signature. */
  synchronized List<Use> withoutFingerprint() {
    return uses.keySet().stream().filter(use -> uses.get(use) == false).toList();
  }

  /**
   * Keeps the warnings of the documents that have arrived so far: a document that waits comes back
   * with those of its own arrival only.
   */
  synchronized void keepWarnings(List<String> headers) {
    if (headers.size() > warnings.size()) {
      warnings = headers;
    }
  }

  synchronized List<String> warnings() {
    return warnings;
  }

  /**
   * Tells each of its documents whether it was written where it was sent to.
   *
   * @param response {@code null} if the request failed
   * @param uuid the uuid of the index that documents of a name are written to
   * @param all receives the documents that were written, and loses the others
   */
  void end(BulkResponse response, UnaryOperator<String> uuid, RecentDocuments all) {
    List<RecentDocument> documents = recent();
    Map<String, Integer> slots = response == null || documents.isEmpty() ? Map.of() : slots();
    for (RecentDocument each : documents) {
      int slot = slot(slots, each.place().id());
      if (slot != UNKNOWN && isWritten(each, response.getItems()[slot], uuid)) {
        all.addWritten(each);
      } else {
        all.remove(each);
      }
    }
  }

  /** The slot of the last item of each id, as the pipelines have left them. */
  private Map<String, Integer> slots() {
    Map<String, Integer> slots = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      DocWriteRequest<?> item = request.requests().get(i);
      // Elasticsearch forgets an item that has failed.
      if (item != null) {
        slots.put(item.id(), i);
      }
    }
    return slots;
  }

  /**
   * The slot of the item that a document belongs to. Elasticsearch does not tell a processor which
   * it is, but the id is the same object, unless a processor has changed it: then it may be equal
   * to that of another item.
   */
  @SuppressWarnings("ReferenceEquality")
  private int slot(Map<String, Integer> slots, String id) {
    int slot = slots.getOrDefault(id, UNKNOWN);
    return slot != UNKNOWN && request.requests().get(slot).id() == id ? slot : UNKNOWN;
  }

  private static boolean isWritten(
      RecentDocument document, BulkItemResponse item, UnaryOperator<String> uuid) {
    if (item.isFailed()) {
      return false;
    }
    DocWriteResponse response = item.getResponse();
    String index = response.getShardId().getIndex().getUUID();
    // A later processor may have sent it to another index.
    return index.equals(uuid.apply(document.place().index()))
        && document.written(
            item.getIndex(),
            new Place.Write(index, response.getSeqNo(), response.getPrimaryTerm()));
  }

  /** Whether a pipeline has dropped the document of an item. */
  private static boolean isDropped(BulkItemResponse item) {
    return item.isFailed() == false
        && item.getOpType() != DocWriteRequest.OpType.UPDATE
        && item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
  }

  /**
   * The response in which documents that were dropped or refused have failed with status 503, if
   * their original in the same request was not written after all: the index refused it, or a later
   * processor dropped it or sent it to another index. Where the item of a document that was dropped
   * is not known, because it was sent without an id, all items that were dropped fail. Called after
   * {@link #end}.
   */
  synchronized BulkResponse withLostOriginals(BulkResponse response) {
    BulkItemResponse[] items = response.getItems();
    Map<String, Integer> slots = removed.isEmpty() ? Map.of() : slots();
    for (Removed each : removed) {
      if (each.original().write() == null) {
        int slot = slot(slots, each.id());
        for (int i = 0; i < items.length; i++) {
          if ((slot == UNKNOWN || slot == i) && isAnswer(items[i], each)) {
            items[i] = lost(items[i], slot == i ? "was" : "may have been", each);
          }
        }
      }
    }
    return response;
  }

  private static boolean isAnswer(BulkItemResponse item, Removed document) {
    Exception refusal = document.refusal();
    return refusal == null
        ? isDropped(item)
        : item.isFailed()
            && ExceptionsHelper.unwrapCausesAndSuppressed(
                    item.getFailure().getCause(), cause -> cause == refusal)
                .isPresent();
  }

  private static BulkItemResponse lost(BulkItemResponse item, String was, Removed document) {
    Exception cause =
        new ElasticsearchStatusException(
            "document [{}] {} {} as a near-duplicate of [{}] of the same request, which was not"
                + " indexed: send it again",
            RestStatus.SERVICE_UNAVAILABLE,
            item.getId(),
            was,
            document.refusal() == null ? "dropped" : "refused",
            document.original().place().id());
    return BulkItemResponse.failure(
        item.getItemId(),
        item.getOpType(),
        new BulkItemResponse.Failure(item.getIndex(), item.getId(), cause));
  }
}
