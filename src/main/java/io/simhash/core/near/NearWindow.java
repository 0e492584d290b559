package io.simhash.core.near;

import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The values of the last documents, in the order of their arrival. The neighbours of a value are
 * found by comparing it with all of them: {@code O(size)}, about a nanosecond each. The
 * fingerprints and the {@link SignaturePrefix}es are in arrays of their own, so that only documents
 * that both let pass are read.
 *
 * <p>Not safe to share between threads.
 */
public final class NearWindow<E> {

  private static final int MIN_CAPACITY = 16;

  private long[] fingerprints = new long[MIN_CAPACITY];

  /** The prefix of each signature; anything where {@link #unsigned} is true. */
  private long[] prefixes = new long[MIN_CAPACITY];

  /** Whether the value has no prefix. */
  private boolean[] unsigned = new boolean[MIN_CAPACITY];

  private Object[] places = new Object[MIN_CAPACITY];
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
   * The prefix of the value whose neighbours are looked for.
   *
   * @param unchecked the distance up to which prefixes reject no document
   * @param minAgreements the number of positions in which prefixes must agree beyond it
   */
  private record Sought(long prefix, int unchecked, int minAgreements) {

    static Sought of(NearValue value, NearRule rule) {
      OptionalLong prefix = value.prefix();
      boolean rejects = prefix.isPresent() && rule.usesSignatures();
      return new Sought(
          prefix.orElse(0),
          rejects ? rule.maxDistanceWithoutPrefix() : Fingerprint.BITS,
          rule.minAgreements());
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
    OptionalLong prefix = value.prefix();
    fingerprints[used] = value.fingerprint();
    prefixes[used] = prefix.orElse(0);
    unsigned[used] = prefix.isEmpty();
    places[used++] = place;
    size++;
    return place;
  }

  /** Removes a document; without effect if it has been removed. */
  public void remove(Place<E> place) {
    if (place.slot >= 0) {
      places[place.slot] = null;
      place.slot = -1;
      size--;
    }
  }

  /** Closes the gaps of removed documents, and doubles the capacity if that leaves little room. */
  private void makeRoom() {
    int kept = 0;
    for (int i = 0; i < used; i++) {
      Place<E> place = place(i);
      if (place != null) {
        fingerprints[kept] = fingerprints[i];
        prefixes[kept] = prefixes[i];
        unsigned[kept] = unsigned[i];
        places[kept] = place;
        place.slot = kept++;
      }
    }
    Arrays.fill(places, kept, used, null);
    used = kept;
    if (used > places.length / 2) {
      fingerprints = Arrays.copyOf(fingerprints, 2 * places.length);
      prefixes = Arrays.copyOf(prefixes, 2 * places.length);
      unsigned = Arrays.copyOf(unsigned, 2 * places.length);
      places = Arrays.copyOf(places, 2 * places.length);
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
    List<Place<E>> nearest = new ArrayList<>();
    Sought sought = Sought.of(value, rule);
    int max = rule.maxDistance();
    int end = before == null || before.slot < 0 ? used : before.slot;
    for (int i = 0; i < end; i++) {
      int distance = Long.bitCount(fingerprints[i] ^ value.fingerprint());
      if (distance <= max && passes(i, distance, sought)) {
        Place<E> place = place(i);
        if (place != null
            && (before == null || place.arrival < before.arrival)
            && rule.holds(value, place.value)
            && accepts.test(place.element)) {
          insert(nearest, place, value, distance);
          if (nearest.size() > limit) {
            nearest.removeLast();
          }
          // An equally distant document that arrived later is no nearer.
          max = nearest.size() < limit ? max : value.distance(nearest.getLast().value) - 1;
        }
      }
    }
    return nearest;
  }

  /** Whether the prefix in a slot does not reject the value. */
  private boolean passes(int slot, int distance, Sought sought) {
    return distance <= sought.unchecked()
        || unsigned[slot]
        || SignaturePrefix.agreements(prefixes[slot], sought.prefix()) >= sought.minAgreements();
  }

  private static <E> void insert(
      List<Place<E>> nearest, Place<E> place, NearValue value, int distance) {
    int i = nearest.size();
    while (i > 0 && value.distance(nearest.get(i - 1).value) > distance) {
      i--;
    }
    nearest.add(i, place);
  }
}
