package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.near.NearWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;

/**
 * The documents that have arrived on this node and that searches may not see yet, for each caller
 * and field. Those of bulk requests that run are always there. Of those that have been written the
 * last ones are, at most {@link #SIZE} on the node, about 1.5 KB each.
 *
 * <p>Safe to share between threads.
 */
final class RecentDocuments {

  /** The largest number of written documents that a node remembers; 0 for none. */
  static final Setting<Integer> SIZE =
      Setting.intSetting("simhash.near_duplicate.window", 20_000, 0, 1_000_000, Property.NodeScope);

  private record Key(Caller caller, String field) {}

  private final int maxWritten;
  private final Map<Key, NearWindow<RecentDocument>> windows = new HashMap<>();

  /** The written documents, oldest first. One may be compared by several fields or callers. */
  private final Map<String, List<RecentDocument>> written = new LinkedHashMap<>();

  private int writtenSize;

  RecentDocuments(int maxWritten) {
    this.maxWritten = maxWritten;
  }

  /** Adds a document that has arrived now. */
  synchronized void add(RecentDocument document, NearValue value) {
    Key key = new Key(document.caller(), document.field());
    NearWindow<RecentDocument> window = windows.computeIfAbsent(key, k -> new NearWindow<>());
    document.setInWindow(window.add(value, document));
  }

  /** Removes a document that is not indexed. */
  synchronized void remove(RecentDocument document) {
    Key key = new Key(document.caller(), document.field());
    NearWindow<RecentDocument> window = windows.get(key);
    if (window != null) {
      window.remove(document.inWindow());
      if (window.size() == 0) {
        windows.remove(key);
      }
    }
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

  /** Removes what a document was before it was written, changed or deleted now. */
  synchronized void removeWritten(String index, String id) {
    List<RecentDocument> before = written.remove(Place.indexAndId(index, id));
    if (before != null) {
      forget(before);
    }
  }

  private void forget(List<RecentDocument> documents) {
    documents.forEach(this::remove);
    writtenSize -= documents.size();
  }

  /**
   * The nearest neighbours of a value among the documents of one caller and field, the most similar
   * first.
   *
   * @param before only documents that arrived before this one; {@code null} for all
   */
  List<RecentDocument> neighbours(
      Caller caller,
      String field,
      NearValue value,
      NearRule rule,
      RecentDocument before,
      Predicate<RecentDocument> accepts,
      int limit) {
    NearWindow<RecentDocument> window = window(new Key(caller, field));
    if (window == null) {
      return List.of();
    }
    // Without the lock: the comparison takes long, and documents arrive meanwhile.
    return window.neighbours(
        value, rule, before == null ? null : before.inWindow(), accepts, limit);
  }

  private synchronized NearWindow<RecentDocument> window(Key key) {
    return windows.get(key);
  }

  /** Whether there are no written documents. */
  synchronized boolean isEmpty() {
    return written.isEmpty();
  }

  /** The number of documents. */
  synchronized int size() {
    return windows.values().stream().mapToInt(NearWindow::size).sum();
  }
}
