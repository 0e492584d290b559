package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.SameValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.IngestDocument;

/**
 * A bulk request on the node that runs its pipelines: the ids that it writes, its recent documents,
 * those that were dropped, and the warnings of its response. Safe to share between threads.
 */
final class BulkScope {

  private static final String WARNING = "Warning";

  private final BulkRequest request;

  /** Whether it holds the document of an update, which cannot be answered if that is dropped. */
  final boolean isOfUpdate;

  private final Set<DocumentName> updates = new HashSet<>();

  /** The ids that items were sent with, as objects: a processor may give an equal one. */
  private final Set<String> sentIds = Collections.newSetFromMap(new IdentityHashMap<>());

  /** How many items write, change or delete a document of an id. */
  private final Map<String, Integer> writes = new HashMap<>();

  /** The ids of documents that items change or delete. */
  private final Set<String> changed = new HashSet<>();

  /** The ids of documents that have arrived without a value in a field. */
  private final Map<String, Set<String>> empty = new HashMap<>();

  /** The documents of each place, one for each field that is compared. */
  private final Map<Place, List<RecentDocument>> recent = new LinkedHashMap<>();

  private final List<Removed> removed = new ArrayList<>();

  /** The processors whose documents had no value, and the names of their pipelines. */
  private final Map<NearDuplicateProcessor, String> withoutValue = new LinkedHashMap<>();

  private List<String> warnings = List.of();

  /** Fails the whole request, which nothing else would end. */
  volatile Consumer<Exception> failure;

  BulkScope(BulkRequest request, boolean isOfUpdate) {
    this.request = request;
    this.isOfUpdate = isOfUpdate;
    for (DocWriteRequest<?> item : request.requests()) {
      if (item.id() != null) {
        sentIds.add(item.id());
        writes.merge(item.id(), 1, Integer::sum);
        if (item instanceof IndexRequest == false) {
          changed.add(item.id());
        }
      }
      IndexRequest document = TransportBulkAction.getIndexWriteRequest(item);
      if (document != null && document != item) {
        updates.add(new DocumentName(document.index(), document.id()));
      }
    }
  }

  /** Whether a document may come from an update of the request, and may go unused. */
  boolean isUpdate(String index, String id) {
    return updates.contains(new DocumentName(index, id));
  }

  synchronized int writes(String id) {
    return writes.getOrDefault(id, 0);
  }

  /**
   * Whether an item is known to change or delete a document, so that it is no longer near. Items
   * that have not arrived are not.
   */
  synchronized boolean changes(Place place, String field, Predicate<RecentDocument> isNear) {
    return changed.contains(place.id())
        || empty.getOrDefault(field, Set.of()).contains(place.id())
        || recent(place).stream()
            .filter(each -> each.field.equals(field) && each.isGone() == false)
            .anyMatch(each -> isNear.test(each) == false);
  }

  /** Whether a document that has arrived before is kept: it cannot be read yet. */
  boolean keeps(Place place, String field, NearValue value, SameValues same) {
    return recent(place).stream()
        .filter(each -> each.field.equals(field) && each.same.equals(same))
        .anyMatch(each -> each.value().equals(value) && each.isGone() == false);
  }

  /** The documents of a place that earlier processors, or items, have added. */
  synchronized List<RecentDocument> recent(Place place) {
    return List.copyOf(recent.getOrDefault(place, List.of()));
  }

  /** Adds a document that has arrived; it replaces documents of the same place that are gone. */
  @SuppressWarnings("ReferenceEquality")
  synchronized void add(RecentDocument document) {
    List<RecentDocument> earlier =
        recent.computeIfAbsent(document.place(), place -> new ArrayList<>());
    String id = document.place().id();
    // Two items to which processors have given equal ids, or one item that arrives again.
    boolean isSecond = earlier.stream().anyMatch(each -> each.place().id() != id);
    earlier.removeIf(RecentDocument::isGone);
    earlier.add(document);
    writes.merge(id, isSecond ? 2 : 1, Math::max);
  }

  synchronized void removed(Removed document) {
    removed.add(document);
  }

  synchronized void arrived(
      NearDuplicateProcessor processor, IngestDocument document, boolean hasValue) {
    if (hasValue) {
      processor.hasSeenValue = true;
    } else {
      withoutValue.put(processor, String.valueOf(document.getIngestMetadata().get("pipeline")));
      empty
          .computeIfAbsent(processor.options.field(), field -> new HashSet<>())
          .add(document.getMetadata().getId());
    }
  }

  /**
   * Keeps the warnings of the response: a document that has waited comes back with the warnings of
   * its own arrival only.
   */
  synchronized void keepWarnings(ThreadContext context) {
    List<String> headers = context.getResponseHeaders().getOrDefault(WARNING, List.of());
    if (headers.size() > warnings.size()) {
      warnings = headers;
    }
  }

  synchronized void warn(ThreadContext context) {
    warnings.forEach(header -> context.addResponseHeader(WARNING, header));
    withoutValue.forEach(NearDuplicateProcessor::warnWithoutValue);
  }

  /**
   * Returns the removed documents, whose originals have to be read once more.
   *
   * @param response {@code null} if the request failed
   * @param uuid the uuid of the index that documents of a name are written to
   * @param ended called with each document and whether it was written where it was sent to
   */
  synchronized List<Removed> end(
      BulkResponse response,
      UnaryOperator<String> uuid,
      BiConsumer<RecentDocument, Boolean> ended) {
    Map<String, Integer> slots = response == null || recent.isEmpty() ? Map.of() : slots();
    for (List<RecentDocument> ofPlace : recent.values()) {
      for (RecentDocument each : ofPlace) {
        int slot = slot(slots, each.place().id());
        ended.accept(
            each, slot != Removed.UNKNOWN && isWritten(each, response.getItems()[slot], uuid));
      }
    }
    return response == null ? List.of() : List.copyOf(removed);
  }

  /**
   * Fails removed documents with status 503, because their originals are not there after all:
   * refused, dropped or sent to another index by a later processor, deleted or overwritten.
   */
  synchronized void failLost(List<Removed> lost, BulkItemResponse[] items) {
    Map<String, Integer> slots = lost.isEmpty() ? Map.of() : slots();
    lost.forEach(each -> each.fail(slot(slots, each.id()), items));
  }

  /**
   * The slot of the last item of each id, as the pipelines have left them; unknown for an id that a
   * processor has given to several items as one object, as a constant.
   */
  private Map<String, Integer> slots() {
    Map<String, Integer> slots = new HashMap<>();
    Set<String> given = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < request.requests().size(); i++) {
      DocWriteRequest<?> item = request.requests().get(i);
      // Elasticsearch forgets an item that has failed.
      if (item != null) {
        boolean isShared = sentIds.contains(item.id()) == false && given.add(item.id()) == false;
        slots.put(item.id(), isShared ? Removed.UNKNOWN : i);
      }
    }
    return slots;
  }

  /**
   * The slot of a document, which Elasticsearch does not tell. But its item has the same object as
   * the id, unless a processor has changed it: then another item may have an equal one.
   */
  @SuppressWarnings("ReferenceEquality")
  private int slot(Map<String, Integer> slots, String id) {
    int slot = id == null ? Removed.UNKNOWN : slots.getOrDefault(id, Removed.UNKNOWN);
    return slot != Removed.UNKNOWN && request.requests().get(slot).id() == id
        ? slot
        : Removed.UNKNOWN;
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
            item.getIndex(), new Write(index, response.getSeqNo(), response.getPrimaryTerm()));
  }
}
