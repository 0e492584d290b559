package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearWindow;
import java.util.ArrayList;
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
