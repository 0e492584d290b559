package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearWindow;
import io.simhash.elasticsearch.option.DocumentName;
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

  final NearWindow<RecentDocument> window = new NearWindow<>();

  /** The written documents, oldest first. One may be compared by several fields or callers. */
  private final Map<DocumentName, List<RecentDocument>> written = new LinkedHashMap<>();

  private int writtenSize;

  RecentDocuments(int maxWritten) {
    this.maxWritten = maxWritten;
  }

  /** Called at the end of the request of a document: it is in its index, or it is forgotten. */
  synchronized void end(RecentDocument document, boolean isWritten) {
    if (isWritten == false) {
      window.remove(document);
      return;
    }
    DocumentName name = document.place().name();
    written.computeIfAbsent(name, n -> new ArrayList<>()).add(document);
    writtenSize++;
    Iterator<List<RecentDocument>> oldest = written.values().iterator();
    while (writtenSize > maxWritten) {
      forget(oldest.next());
      oldest.remove();
    }
  }

  /** The last versions of a document that have been written. */
  synchronized List<RecentDocument> written(DocumentName name) {
    return List.copyOf(written.getOrDefault(name, List.of()));
  }

  /** Removes the versions of documents that a request has overwritten or deleted. */
  synchronized void removeWritten(BulkResponse response) {
    if (written.isEmpty()) {
      return;
    }
    for (BulkItemResponse item : response) {
      if (item.isFailed() == false) {
        forget(written.remove(new DocumentName(item.getIndex(), item.getId())));
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
