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
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.rest.RestStatus;

/**
 * One bulk request on the node that runs its pipelines: the ids that it writes, its documents among
 * the recent ones, those that were dropped because of others of them, and what its response warns
 * of. Safe to share between threads.
 */
final class BulkScope {

  /** One processor in one pipeline. */
  record Use(NearDuplicateProcessor processor, String pipeline) {}

  private record Key(Place place, Caller caller, String field) {}

  /** A document that was dropped, and its original in the same request. */
  private record Dropped(String id, RecentDocument original) {}

  private final String[] ids;
  private final Set<String> updates = new HashSet<>();
  private final Map<Key, RecentDocument> recent = new LinkedHashMap<>();
  private final List<Dropped> dropped = new ArrayList<>();
  private final Map<Use, Boolean> uses = new LinkedHashMap<>();
  private List<String> warnings = List.of();
  private volatile Consumer<Exception> failure;

  /** How often the request writes each id; {@code null} until it is asked for. */
  private Map<String, Integer> writes;

  BulkScope(BulkRequest request) {
    this.ids = new String[request.requests().size()];
    for (int i = 0; i < ids.length; i++) {
      DocWriteRequest<?> item = request.requests().get(i);
      ids[i] = item.id();
      if (item.opType() == DocWriteRequest.OpType.UPDATE) {
        updates.add(item.id());
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

  /** Whether the document of this id may come from an update, and may go unused. */
  boolean isUpdate(String id) {
    return updates.contains(id);
  }

  /** How many items of the request write, change or delete a document of this id. */
  synchronized int writes(String id) {
    if (writes == null) {
      writes = new HashMap<>();
      Arrays.stream(ids).forEach(each -> writes.merge(String.valueOf(each), 1, Integer::sum));
      recent.keySet().forEach(key -> writes.putIfAbsent(key.place().id(), 1));
    }
    return writes.getOrDefault(id, 0);
  }

  /** The document of a place, if an earlier processor has added it; {@code null} otherwise. */
  synchronized RecentDocument recent(Place place, Caller caller, String field) {
    return recent.get(new Key(place, caller, field));
  }

  /** All of its documents. */
  synchronized List<RecentDocument> recent() {
    return List.copyOf(recent.values());
  }

  /** Adds a document that has arrived. */
  synchronized void add(RecentDocument document) {
    recent.put(new Key(document.place(), document.caller(), document.field()), document);
    if (writes != null) {
      writes.putIfAbsent(document.place().id(), 1);
    }
  }

  /** Remembers that a document was dropped because of another one of the same request. */
  synchronized void dropped(String id, RecentDocument original) {
    dropped.add(new Dropped(id, original));
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
   * Tells each of its documents whether it was written. One whose item cannot be told from others
   * of the same id counts as not written.
   *
   * @param written takes the documents that were written
   * @param gone takes the others
   */
  void end(BulkResponse response, Consumer<RecentDocument> written, Consumer<RecentDocument> gone) {
    Map<String, List<BulkItemResponse>> items = new HashMap<>();
    if (response != null) {
      for (BulkItemResponse item : response) {
        items.computeIfAbsent(item.getId(), id -> new ArrayList<>()).add(item);
      }
    }
    for (RecentDocument each : recent()) {
      BulkItemResponse item = item(each.place(), items.getOrDefault(each.place().id(), List.of()));
      if (item != null && isWritten(item) && each.written(item.getIndex(), write(item))) {
        written.accept(each);
      } else {
        gone.accept(each);
      }
    }
  }

  private static BulkItemResponse item(Place place, List<BulkItemResponse> ofId) {
    if (ofId.size() == 1) {
      // Its index may be known only now.
      return ofId.getFirst();
    }
    List<BulkItemResponse> ofIndex =
        ofId.stream().filter(item -> item.getIndex().equals(place.index())).toList();
    return ofIndex.size() == 1 ? ofIndex.getFirst() : null;
  }

  /** Whether the document of an item was written, and not another one changed instead. */
  private static boolean isWritten(BulkItemResponse item) {
    if (item.isFailed() || item.getOpType() == DocWriteRequest.OpType.DELETE) {
      return false;
    }
    DocWriteResponse.Result result = item.getResponse().getResult();
    return result == DocWriteResponse.Result.CREATED
        || (result == DocWriteResponse.Result.UPDATED
            && item.getOpType() != DocWriteRequest.OpType.UPDATE);
  }

  private static Place.Write write(BulkItemResponse item) {
    DocWriteResponse response = item.getResponse();
    return new Place.Write(
        response.getShardId().getIndex().getUUID(), response.getSeqNo(), response.getPrimaryTerm());
  }

  /**
   * The response in which a document that was dropped has failed, if its original in the same
   * request was not written after all: the index refused it, or a later processor dropped it.
   * Called after {@link #end}.
   */
  synchronized BulkResponse withLostOriginals(BulkResponse response) {
    BulkItemResponse[] items = response.getItems();
    for (Dropped each : dropped) {
      if (each.original().write() == null) {
        String reason =
            "document ["
                + each.id()
                + "] was dropped as a near-duplicate of ["
                + each.original().place().id()
                + "] of the same request, which was not indexed: send it again";
        if (fail(items, each.id(), reason) == false) {
          // Without an id of its own, it cannot be told which item it is.
          HeaderWarning.addWarning("[near_duplicate] {}", reason);
        }
      }
    }
    return response;
  }

  private static boolean fail(BulkItemResponse[] items, String id, String reason) {
    for (int i = 0; i < items.length; i++) {
      BulkItemResponse item = items[i];
      if (id.equals(item.getId())
          && item.isFailed() == false
          && item.getResponse().getResult() == DocWriteResponse.Result.NOOP) {
        Exception cause = new ElasticsearchStatusException(reason, RestStatus.SERVICE_UNAVAILABLE);
        BulkItemResponse.Failure failed = new BulkItemResponse.Failure(item.getIndex(), id, cause);
        items[i] = BulkItemResponse.failure(item.getItemId(), item.getOpType(), failed);
        return true;
      }
    }
    return false;
  }
}
