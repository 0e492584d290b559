package io.simhash.core.near;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The values of the last documents, in the order of their arrival, and the best neighbours of a
 * value among them, see {@link NearIndex}.
 *
 * <p>Safe to share between threads.
 *
 * @param <E> what is known of a document
 */
public final class NearWindow<E> {

  /**
   * The place of one document.
   *
   * @param <E> what is known of the document
   */
  public static final class Place<E> {

    private final NearValue value;
    private final E element;
    private final long arrival;
    private int slot;

    private Place(NearValue value, E element, long arrival, int slot) {
      this.value = value;
      this.element = element;
      this.arrival = arrival;
      this.slot = slot;
    }

    /** The value of the document. */
    public NearValue value() {
      return value;
    }

    /** The document. */
    public E element() {
      return element;
    }
  }

  private static final int REMOVED = -1;

  private final NearIndex index = new NearIndex();
  private final List<Place<E>> places = new ArrayList<>();
  private long arrivals;

  /** The number of documents. */
  public synchronized int size() {
    return index.size();
  }

  /** Adds a document that has arrived now. */
  public synchronized Place<E> add(NearValue value, E element) {
    int slot = index.add(value);
    Place<E> place = new Place<>(value, element, arrivals++, slot);
    if (slot == places.size()) {
      places.add(place);
    } else {
      places.set(slot, place);
    }
    return place;
  }

  /** Removes a document; without effect if it has been removed. */
  public synchronized void remove(Place<E> place) {
    if (place.slot != REMOVED) {
      index.remove(place.slot);
      places.set(place.slot, null);
      place.slot = REMOVED;
    }
  }

  /** A neighbour and its {@link io.simhash.core.simhash.DistanceScore#SIMILARITY}. */
  private record Scored<E>(Place<E> place, double score) {

    boolean isBefore(Scored<E> other) {
      return score > other.score || score == other.score && place.arrival < other.place.arrival;
    }
  }

  /**
   * The best neighbours of a value: the most similar first, of equal ones the first to arrive.
   *
   * @param before only documents that arrived before this one; {@code null} for all
   * @param accepts which documents count
   * @param limit the largest number of neighbours, at least 1
   */
  public synchronized List<E> neighbours(
      NearValue value, NearRule rule, Place<E> before, Predicate<E> accepts, int limit) {
    List<Scored<E>> best = new ArrayList<>();
    index.forEachNeighbour(
        value,
        rule,
        slot -> {
          Place<E> place = places.get(slot);
          if ((before == null || place.arrival < before.arrival) && accepts.test(place.element)) {
            insert(best, new Scored<>(place, rule.score(value, place.value)), limit);
          }
          // Of those that share a band, the later ones are no better than these.
          return best.size() < limit
              || best.getLast().score < 1
              || place.arrival <= best.getLast().place.arrival;
        });
    List<E> elements = new ArrayList<>(best.size());
    best.forEach(each -> elements.add(each.place.element));
    return elements;
  }

  private static <E> void insert(List<Scored<E>> best, Scored<E> added, int limit) {
    int i = best.size();
    while (i > 0 && added.isBefore(best.get(i - 1))) {
      i--;
    }
    best.add(i, added);
    if (best.size() > limit) {
      best.removeLast();
    }
  }
}
