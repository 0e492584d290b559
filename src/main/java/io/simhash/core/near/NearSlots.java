package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The fingerprints and the {@link SignaturePrefix}es of values, each in an array of its own, so
 * that most values are rejected without being read.
 *
 * <p>Not safe to share between threads.
 */
public final class NearSlots {

  /** The slots that {@link #passing} compares in one call. */
  public static final int GROUP = 512;

  /** The signs that are read at once. */
  private static final int AT_ONCE = 8;

  private long[] fingerprints;
  private long[] prefixes;

  /** The positions of each prefix that count: none where the value has no prefix. */
  private long[] positions;

  /** {@code null} where the value has none. */
  private Signature[] signatures;

  /** Negative where a value of the present group passes. */
  private final int[] signs = new int[GROUP];

  /**
   * @param capacity the number of slots
   */
  public NearSlots(int capacity) {
    fingerprints = new long[capacity];
    prefixes = new long[capacity];
    positions = new long[capacity];
    signatures = new Signature[capacity];
  }

  /**
   * The value whose neighbours are looked for.
   *
   * @param maxDistance the distance beyond which all values are rejected
   * @param maxDistanceWithoutPrefix the distance up to which prefixes reject no value
   * @param maxDisagreements the number of positions in which prefixes may differ beyond it
   */
  public record Sought(
      long fingerprint,
      long prefix,
      int maxDistance,
      int maxDistanceWithoutPrefix,
      int maxDisagreements) {

    /**
     * A value by its parts.
     *
     * @param hasPrefix whether it has a prefix; without one {@code prefix} is not used
     */
    public static Sought of(long fingerprint, long prefix, boolean hasPrefix, NearRule rule) {
      return new Sought(
          fingerprint,
          prefix,
          rule.maxDistance(),
          hasPrefix && rule.usesSignatures() ? rule.maxDistanceWithoutPrefix() : Fingerprint.BITS,
          SignaturePrefix.COMPONENTS - rule.minAgreements());
    }

    /** The same with another maximum distance. */
    Sought within(int distance) {
      return new Sought(fingerprint, prefix, distance, maxDistanceWithoutPrefix, maxDisagreements);
    }

    static Sought of(NearValue value, NearRule rule) {
      OptionalLong prefix = value.prefix();
      return of(value.fingerprint(), prefix.orElse(0), prefix.isPresent(), rule);
    }
  }

  /** Puts a value into a slot. */
  public void set(int slot, NearValue value) {
    OptionalLong prefix = value.prefix();
    fingerprints[slot] = value.fingerprint();
    prefixes[slot] = prefix.orElse(0);
    positions[slot] = prefix.isPresent() ? SignaturePrefix.ALL_POSITIONS : 0;
    signatures[slot] = value.signature().orElse(null);
  }

  /** Forgets signatures that are not needed any more. */
  void clear(int from, int to) {
    Arrays.fill(signatures, from, to, null);
  }

  void move(int from, int to) {
    fingerprints[to] = fingerprints[from];
    prefixes[to] = prefixes[from];
    positions[to] = positions[from];
    signatures[to] = signatures[from];
  }

  void grow(int capacity) {
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    prefixes = Arrays.copyOf(prefixes, capacity);
    positions = Arrays.copyOf(positions, capacity);
    signatures = Arrays.copyOf(signatures, capacity);
  }

  /** The Hamming distance of the value in a slot to another fingerprint. */
  public int distance(int slot, long fingerprint) {
    return Fingerprint.distance(fingerprints[slot], fingerprint);
  }

  /**
   * Whether any of these values is within a distance of a fingerprint. The loop has a form that the
   * JVM compiles to vector instructions.
   *
   * @param to the slot after the last one
   */
  public boolean isAnyWithin(int from, int to, long fingerprint, int maxDistance) {
    int least = Fingerprint.BITS + 1;
    for (int i = from; i < to; i++) {
      least = Math.min(least, Long.bitCount(fingerprints[i] ^ fingerprint));
    }
    return least <= maxDistance;
  }

  /** The signature of the value in a slot; {@code null} if it has none. */
  public Signature signature(int slot) {
    return signatures[slot];
  }

  /** The similarity of the value in a slot, as {@link NearValue#similarity}. */
  double similarity(int slot, NearValue value) {
    Signature own = signatures[slot];
    return own == null || value.signature().isEmpty()
        ? NearRule.NO_SIMILARITY
        : own.similarity(value.signature().get()).orElse(NearRule.NO_SIMILARITY);
  }

  /** Whether the distance and the prefix of the value in a slot let it be a neighbour. */
  public boolean passes(int slot, Sought sought) {
    return setSigns(slot, slot + 1, sought) < 0;
  }

  /**
   * Finds the slots whose distances and prefixes let them be neighbours.
   *
   * @param to the slot after the last one, at most {@value #GROUP} after {@code from}
   * @param found receives the slots in ascending order; {@value #GROUP} elements are enough
   * @return how many there are
   */
  public int passing(int from, int to, Sought sought, int[] found) {
    int any = setSigns(from, to, sought);
    if (any >= 0) {
      return 0;
    }
    Arrays.fill(signs, to - from, Math.min(to - from + AT_ONCE, GROUP), 0);
    int size = 0;
    for (int i = 0; i < to - from; i += AT_ONCE) {
      if (isAnyNegative(i)) {
        size = add(from, i, found, size);
      }
    }
    return size;
  }

  private boolean isAnyNegative(int i) {
    int first = signs[i] | signs[i + 1] | signs[i + 2] | signs[i + 3];
    return (first | signs[i + 4] | signs[i + 5] | signs[i + 6] | signs[i + 7]) < 0;
  }

  private int add(int from, int start, int[] found, int size) {
    int next = size;
    for (int i = start; i < start + AT_ONCE; i++) {
      if (signs[i] < 0) {
        found[next++] = from + i;
      }
    }
    return next;
  }

  /**
   * Sets the {@link #signs} of a group. The loop has no branches, reads local variables and counts
   * from 0: the JVM then compiles it to vector instructions, a quarter of the time of one value
   * after the other.
   *
   * @return negative if any value passes
   */
  private int setSigns(int from, int to, Sought sought) {
    long[] fingerprints = this.fingerprints;
    long[] prefixes = this.prefixes;
    long[] positions = this.positions;
    int[] signs = this.signs;
    long fingerprint = sought.fingerprint;
    long prefix = sought.prefix;
    int maxDistance = sought.maxDistance;
    int maxDistanceWithoutPrefix = sought.maxDistanceWithoutPrefix;
    int maxDisagreements = sought.maxDisagreements;
    int any = 0;
    for (int i = 0; i < to - from; i++) {
      int slot = from + i;
      int distance = Fingerprint.distance(fingerprints[slot], fingerprint);
      int disagreements = SignaturePrefix.disagreements(prefixes[slot], prefix, positions[slot]);
      // A difference is negative where the right side is larger.
      int rejected = (maxDisagreements - disagreements) & (maxDistanceWithoutPrefix - distance);
      int sign = ~((maxDistance - distance) | rejected);
      signs[i] = sign;
      any |= sign;
    }
    return any;
  }
}
