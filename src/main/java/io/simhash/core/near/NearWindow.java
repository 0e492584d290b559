package io.simhash.core.near;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The values of the last documents, in the order of their arrival. The neighbours of a value are
 * found by comparing it with all of them: {@code O(size)}, below a nanosecond each.
 *
 * <p>Safe to share between threads. A comparison holds the lock only at its start, so that
 * comparisons do not wait for one another.
 */
public final class NearWindow<E> {

  private static final int MIN_CAPACITY = 16;

  private Slots<E> slots = new Slots<>(MIN_CAPACITY);

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

  /**
   * The arrays that comparisons read without the lock. A slot that is in use only changes when its
   * document is removed.
   */
  private static final class Slots<E> {

    private final NearSlots near;
    private final SimilarityBounds bounds;
    private final Place<E>[] places;

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Slots(int capacity) {
      near = new NearSlots(capacity);
      bounds = new SimilarityBounds(capacity);
      places = new Place[capacity];
    }

    private void set(int slot, Place<E> place) {
      near.set(slot, place.value);
      bounds.set(slot, place.value);
      places[slot] = place;
    }
  }

  /** The number of documents. */
  public synchronized int size() {
    return size;
  }

  /** Adds a document that has arrived now. */
  public synchronized Place<E> add(NearValue value, E element) {
    if (used == slots.places.length) {
      makeRoom();
    }
    Place<E> place = new Place<>(value, element, arrivals++, used);
    slots.set(used++, place);
    size++;
    return place;
  }

  /** Removes a document; without effect if it has been removed. */
  public synchronized void remove(Place<E> place) {
    if (place.slot < 0) {
      return;
    }
    slots.places[place.slot] = null;
    place.slot = -1;
    size--;
    while (first < used && slots.places[first] == null) {
      first++;
    }
  }

  /**
   * Copies the documents without the gaps of removed ones, to twice the capacity if they need more
   * than three quarters of it.
   */
  private void makeRoom() {
    int capacity = slots.places.length;
    Slots<E> copy = new Slots<>(size > capacity / 4 * 3 ? 2 * capacity : capacity);
    int kept = 0;
    for (int i = first; i < used; i++) {
      Place<E> place = slots.places[i];
      if (place != null) {
        copy.set(kept, place);
        place.slot = kept++;
      }
    }
    slots = copy;
    first = 0;
    used = kept;
  }

  /**
   * The state of the window at the start of a comparison.
   *
   * @param from the first slot to compare
   * @param to the slot after the last one
   */
  private record View<E>(Slots<E> slots, int from, int to, SimilarityBounds.Sought similar) {}

  private synchronized View<E> view(NearValue value, NearRule rule, Place<E> before) {
    int to = before == null || before.slot < 0 ? used : before.slot;
    return new View<>(slots, first, to, slots.bounds.sought(value, rule));
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
    View<E> view = view(value, rule, before);
    NearSlots.Sought sought = NearSlots.Sought.of(value, rule);
    NearSlots.Passing passing = new NearSlots.Passing();
    List<Place<E>> nearest = new ArrayList<>();
    for (int from = view.from; from < view.to; from += NearSlots.GROUP) {
      int to = Math.min(from + NearSlots.GROUP, view.to);
      view.slots.near.passing(from, to, sought, passing);
      for (int i = 0; i < passing.size(); i++) {
        int slot = passing.slot(i);
        if (view.slots.bounds.rejects(slot, view.similar)) {
          continue;
        }
        Place<E> place = view.slots.places[slot];
        int distance = view.slots.near.distance(slot, value.fingerprint());
        if (distance <= sought.maxDistance()
            && place != null
            && (before == null || place.arrival < before.arrival)
            && rule.holds(distance, place.value.similarity(value))
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
