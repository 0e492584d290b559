package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.core.near.NearWindow;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Place;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Write;
import io.simhash.elasticsearch.near_duplicate.NodeServices.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkResponse;

/**
 * The documents that have arrived on this node and that searches may not see yet. Those of bulk
 * requests that run are always there. Of those that have been written the last ones are, at most
 * {@link NearDuplicateIngest#WINDOW}, about 2 KB each, and .3 KB for each tag.
 *
 * <p>Safe to share between threads.
 */
final class RecentDocuments {

  /** One of the documents, as one field of it is compared. */
  static final class RecentDocument extends NearWindow.Arrived {

    /** How far the document has come. A further processor of the same pipeline decides anew. */
    private enum State {
      /** It waits for the decision of its processor. */
      PENDING,
      /** It is on its way to its index, or there. */
      KEPT,
      /** It is not indexed: dropped, routed to another index, refused or failed. */
      GONE
    }

    final Caller caller;
    final String field;

    /**
     * The request that it arrived with, until it is in its index: the texts of that request would
     * stay in memory as long as this document does.
     */
    private BulkScope bulk;

    private volatile Place place;
    private State state = State.PENDING;

    /** The tags and the cluster that each processor has written, by its {@code target_field}. */
    private final Map<String, Tagged> tagged = new HashMap<>(2);

    private Write write;
    private List<Runnable> waiting = new ArrayList<>();

    RecentDocument(NearValue value, Caller caller, String field, BulkScope bulk, Place place) {
      super(value);
      this.caller = caller;
      this.field = field;
      this.bulk = bulk;
      this.place = place;
    }

    Place place() {
      return place;
    }

    synchronized boolean isGone() {
      return state == State.GONE;
    }

    /** The request that it arrived with; {@code null} if it is in its index. */
    synchronized BulkScope bulk() {
      return bulk;
    }

    /**
     * The tags and the cluster of a processor; {@code null} if there are none, or none is known.
     */
    synchronized Tagged tagged(String targetField) {
      return tagged.get(targetField);
    }

    /** Identifies its write; {@code null} unless it is in its index. */
    synchronized Write write() {
      return write;
    }

    /** Lets a later document wait for the decision about this one; false if it has been made. */
    synchronized boolean await(Runnable later) {
      return state == State.PENDING && waiting.add(later);
    }

    /**
     * Waits for the decision of a further processor, or about a further item with an equal value;
     * false unless those before have kept it.
     */
    synchronized boolean reopen(Place again) {
      if (state != State.KEPT || write != null) {
        return false;
      }
      state = State.PENDING;
      place = again;
      return true;
    }

    /** Called when it is kept, with what its processor writes; returns what has waited for it. */
    synchronized List<Runnable> keep(String targetField, Tagged written) {
      if (state == State.PENDING) {
        state = State.KEPT;
        tagged.put(targetField, written == null ? null : written.remembered());
      }
      return waited();
    }

    /** Called when it is not indexed; returns what has waited for it. */
    synchronized List<Runnable> leave() {
      state = State.GONE;
      return waited();
    }

    private List<Runnable> waited() {
      List<Runnable> waited = waiting;
      waiting = new ArrayList<>();
      return waited;
    }

    /** Called when it is in its concrete index, which may only be known now. */
    synchronized boolean written(String index, Write acknowledged) {
      if (state != State.KEPT) {
        return false;
      }
      place = new Place(index, place.id(), place.routing());
      write = acknowledged;
      bulk = null;
      return true;
    }
  }

  private final int maxWritten;

  /** All of the documents. */
  final NearWindow<RecentDocument> window = new NearWindow<>();

  /** The written documents, oldest first. One may be compared by several fields or callers. */
  private final Map<String, List<RecentDocument>> written = new LinkedHashMap<>();

  private int writtenSize;

  RecentDocuments(int maxWritten) {
    this.maxWritten = maxWritten;
  }

  /** Called when a document is in its index. */
  synchronized void addWritten(RecentDocument document) {
    String id = Place.indexAndId(document.place().index(), document.place().id());
    written.computeIfAbsent(id, i -> new ArrayList<>()).add(document);
    writtenSize++;
    Iterator<List<RecentDocument>> oldest = written.values().iterator();
    while (writtenSize > maxWritten) {
      forget(oldest.next());
      oldest.remove();
    }
  }

  /** The last versions of a document that have been written. */
  synchronized List<RecentDocument> written(String indexAndId) {
    return List.copyOf(written.getOrDefault(indexAndId, List.of()));
  }

  /** Removes what documents were before a request has written, changed or deleted them. */
  synchronized void removeWritten(BulkResponse response) {
    if (written.isEmpty()) {
      return;
    }
    for (BulkItemResponse item : response) {
      if (item.isFailed() == false) {
        forget(written.remove(Place.indexAndId(item.getIndex(), item.getId())));
      }
    }
  }

  private void forget(List<RecentDocument> documents) {
    if (documents != null) {
      documents.forEach(window::remove);
      writtenSize -= documents.size();
    }
  }
}
