package io.simhash.core.near;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The last documents, in the order of their arrival, and the best neighbours of a value among them,
 * see {@link NearIndex}. Safe to share between threads.
 *
 * @param <D> a document, with what else is known of it
 */
public final class NearWindow<D extends NearWindow.Arrived> {

  private static final int NO_SLOT = -1;

  /** A document, for one window. Documents of other groups are no neighbours. */
  public abstract static class Arrived {

    final NearValue value;
    final int group;

    /** Its number in the order of arrival. */
    long number;

    int slot = NO_SLOT;

    protected Arrived(NearValue value, int group) {
      this.value = value;
      this.group = group;
    }

    public final NearValue value() {
      return value;
    }
  }

  private final NearIndex index = new NearIndex();
  private final List<D> documents = new ArrayList<>();
  private long arrivals;

  public synchronized int size() {
    return index.size();
  }

  /** Adds a document that has arrived now. */
  public synchronized void add(D document) {
    document.slot = index.add(document.value, document.group);
    document.number = arrivals++;
    if (document.slot == documents.size()) {
      documents.add(document);
    } else {
      documents.set(document.slot, document);
    }
  }

  /** Removes a document; without effect if it has been removed. */
  public synchronized void remove(D document) {
    if (document.slot != NO_SLOT) {
      index.remove(document.slot);
      documents.set(document.slot, null);
      document.slot = NO_SLOT;
    }
  }

  /** A neighbour and its {@link io.simhash.core.simhash.DistanceScore#SIMILARITY}. */
  private record Scored<D extends Arrived>(D document, double score)
      implements Comparable<Scored<D>> {

    @Override
    public int compareTo(Scored<D> other) {
      int byScore = Double.compare(other.score, score);
      return byScore != 0 ? byScore : Long.compare(document.number, other.document.number);
    }
  }

  /**
   * The best neighbours of a value: the most similar first, of equal ones the first to arrive.
   *
   * @param group the group of the value
   * @param before only documents that arrived before this one; {@code null} for all
   * @param accepts which documents count
   * @param limit the largest number of neighbours, at least 1
   */
  public synchronized List<D> neighbours(
      NearValue value, NearRule rule, int group, D before, Predicate<D> accepts, int limit) {
    List<Scored<D>> best = new ArrayList<>();
    index.forEachNeighbour(
        value,
        rule,
        group,
        slot -> {
          D found = documents.get(slot);
          if ((before == null || found.number < before.number) && accepts.test(found)) {
            best.add(new Scored<>(found, rule.score(value, found.value)));
            best.sort(null);
            if (best.size() > limit) {
              best.removeLast();
            }
          }
          // Of those that share a band, the later ones are no better than these.
          return best.size() < limit
              || best.getLast().score < 1
              || found.number <= best.getLast().document.number;
        });
    return best.stream().map(Scored::document).toList();
  }
}
