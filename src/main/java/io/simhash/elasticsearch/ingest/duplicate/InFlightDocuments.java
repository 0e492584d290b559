package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.near.NearWindow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;

/**
 * The documents that have arrived on this node and that searches may not see yet, for each caller
 * and field. Documents of bulk requests that run are always there. Of those that have been
 * acknowledged, the last ones are: at most {@link #SIZE} on the node, about 1.5 KB each.
 *
 * <p>Safe to share between threads.
 */
final class InFlightDocuments {

  /** The largest number of acknowledged documents that a node remembers; 0 for none. */
  static final Setting<Integer> SIZE =
      Setting.intSetting("simhash.near_duplicate.window", 20_000, 0, 1_000_000, Property.NodeScope);

  /**
   * One document of the window of a caller and a field.
   *
   * @param place its place in the window
   */
  record Entry(Key key, NearWindow.Place<InFlightDocument> place) {

    InFlightDocument document() {
      return place.element();
    }
  }

  private record Key(Caller caller, String field) {}

  private final int maxAcknowledged;
  private final Map<Key, NearWindow<InFlightDocument>> windows = new HashMap<>();

  /** The acknowledged documents, oldest first. */
  private final Map<InFlightDocument, Entry> acknowledged = new LinkedHashMap<>();

  InFlightDocuments(int maxAcknowledged) {
    this.maxAcknowledged = maxAcknowledged;
  }

  /** Adds a document that has arrived now. */
  synchronized Entry add(Caller caller, String field, NearValue value, InFlightDocument document) {
    Key key = new Key(caller, field);
    NearWindow<InFlightDocument> window = windows.computeIfAbsent(key, k -> new NearWindow<>());
    return new Entry(key, window.add(value, document));
  }

  /** Whether an entry has this caller, field and value, and the same document. */
  static boolean isSame(
      Entry entry, Caller caller, String field, NearValue value, InFlightDocument document) {
    return entry.key().equals(new Key(caller, field))
        && entry.place().value().equals(value)
        && entry.document().isSame(document);
  }

  /** Called when a document is in its index. */
  synchronized void acknowledge(Entry entry) {
    acknowledged.put(entry.document(), entry);
    if (acknowledged.size() > maxAcknowledged) {
      remove(acknowledged.values().iterator().next());
    }
  }

  /** Removes a document. */
  synchronized void remove(Entry entry) {
    acknowledged.remove(entry.document());
    NearWindow<InFlightDocument> window = windows.get(entry.key());
    if (window != null) {
      window.remove(entry.place());
      if (window.size() == 0) {
        windows.remove(entry.key());
      }
    }
  }

  /**
   * The nearest neighbours of a value among the documents of one caller and field.
   *
   * @param before only documents that arrived before this one; {@code null} for all
   */
  List<Entry> neighbours(
      Caller caller,
      String field,
      NearValue value,
      NearRule rule,
      Entry before,
      Predicate<InFlightDocument> accepts,
      int limit) {
    Key key = new Key(caller, field);
    NearWindow<InFlightDocument> window = window(key);
    if (window == null) {
      return List.of();
    }
    // Without the lock: the comparison takes long, and documents arrive meanwhile.
    return window
        .neighbours(value, rule, before == null ? null : before.place(), accepts, limit)
        .stream()
        .map(place -> new Entry(key, place))
        .toList();
  }

  private synchronized NearWindow<InFlightDocument> window(Key key) {
    return windows.get(key);
  }

  /** The number of documents. */
  synchronized int size() {
    return windows.values().stream().mapToInt(NearWindow::size).sum();
  }
}
