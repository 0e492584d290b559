package io.simhash.core.near;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The values of the last documents, in the order of their arrival. The neighbours of a value are
 * found by comparing it with all of them: {@code O(size)}, below a nanosecond each.
 *
 * <p>Not safe to share between threads.
 */
public final class NearWindow<E> {

  private static final int MIN_CAPACITY = 16;

  private final NearSlots slots = new NearSlots(MIN_CAPACITY);
  private final SimilarityBounds bounds = new SimilarityBounds(MIN_CAPACITY);
  private final int[] passing = new int[NearSlots.GROUP];
  private Object[] places = new Object[MIN_CAPACITY];

  /** The slots before it are empty. */
  private int first;

  /** The slots from it on are empty. */
  private int used;

  private int size;

  private long arrivals;

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

    /** The fingerprint and the signature of the document. */
    public NearValue value() {
      return value;
    }

    /** The document. */
    public E element() {
      return element;
    }
  }

  /** The number of documents. */
  public int size() {
    return size;
  }

  /** Adds a document that has arrived now. */
  public Place<E> add(NearValue value, E element) {
    if (used == places.length) {
      makeRoom();
    }
    Place<E> place = new Place<>(value, element, arrivals++, used);
    slots.set(used, value);
    bounds.set(used, value);
    places[used++] = place;
    size++;
    return place;
  }

  /** Removes a document; without effect if it has been removed. */
  public void remove(Place<E> place) {
    if (place.slot < 0) {
      return;
    }
    places[place.slot] = null;
    slots.clear(place.slot, place.slot + 1);
    bounds.clear(place.slot, place.slot + 1);
    place.slot = -1;
    size--;
    while (first < used && places[first] == null) {
      first++;
    }
  }

  /**
   * Closes the gaps of removed documents, and doubles the capacity if that leaves less than a
   * quarter of it.
   */
  private void makeRoom() {
    int kept = 0;
    for (int i = first; i < used; i++) {
      Place<E> place = place(i);
      if (place != null) {
        slots.move(i, kept);
        bounds.move(i, kept);
        places[kept] = place;
        place.slot = kept++;
      }
    }
    Arrays.fill(places, kept, used, null);
    slots.clear(kept, used);
    bounds.clear(kept, used);
    first = 0;
    used = kept;
    if (used > places.length / 4 * 3) {
      places = Arrays.copyOf(places, 2 * places.length);
      slots.grow(places.length);
      bounds.grow(places.length);
    }
  }

  @SuppressWarnings("unchecked")
  private Place<E> place(int slot) {
    return (Place<E>) places[slot];
  }

  /**
   * The nearest neighbours of a value: smallest distance first, of equal ones the first to arrive.
   *
   * @param before only documents that arrived before this one; {@code null} for all
   * @param accepts which documents count
   * @param limit the largest number of neighbours, at least 1
   */
  public List<Place<E>> neighbours(
      NearValue value, NearRule rule, Place<E> before, Predicate<E> accepts, int limit) {
    NearSlots.Sought sought = NearSlots.Sought.of(value, rule);
    SimilarityBounds.Sought similar = bounds.sought(value, rule);
    List<Place<E>> nearest = new ArrayList<>();
    int end = before == null || before.slot < 0 ? used : before.slot;
    for (int from = first; from < end; from += NearSlots.GROUP) {
      int size = slots.passing(from, Math.min(from + NearSlots.GROUP, end), sought, passing);
      for (int i = 0; i < size; i++) {
        int distance = slots.distance(passing[i], value.fingerprint());
        if (bounds.rejects(passing[i], similar)) {
          continue;
        }
        Place<E> place = place(passing[i]);
        if (distance <= sought.maxDistance()
            && place != null
            && (before == null || place.arrival < before.arrival)
            && rule.holds(distance, slots.similarity(passing[i], value))
            && accepts.test(place.element)) {
          insert(nearest, place, value, distance, limit);
          sought = sought.within(max(nearest, value, rule, limit));
        }
      }
    }
    return nearest;
  }

  /** Inserts a document among the nearest ones. */
  private static <E> void insert(
      List<Place<E>> nearest, Place<E> place, NearValue value, int distance, int limit) {
    int i = nearest.size();
    while (i > 0 && value.distance(nearest.get(i - 1).value) > distance) {
      i--;
    }
    nearest.add(i, place);
    if (nearest.size() > limit) {
      nearest.removeLast();
    }
  }

  /** The largest distance of further neighbours: one as near that arrived later does not count. */
  private static <E> int max(List<Place<E>> nearest, NearValue value, NearRule rule, int limit) {
    return nearest.size() < limit
        ? rule.maxDistance()
        : value.distance(nearest.getLast().value) - 1;
  }
}
