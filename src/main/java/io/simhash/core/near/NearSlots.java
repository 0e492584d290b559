package io.simhash.core.near;

import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The fingerprints and the {@link SignaturePrefix}es of values, each in an array of its own, so
 * that most values are rejected without being read.
 *
 * <p>Several threads may compare at the same time, each with its own {@link Passing}, also while
 * another one sets slots that they do not read.
 */
public final class NearSlots {

  /** The slots that {@link #passing} compares in one call. */
  public static final int GROUP = 512;

  /** Of unrelated fingerprints one in 3,240 lies within this distance: most groups have none. */
  private static final int FEW_NEAR = 18;

  private final long[] fingerprints;
  private final long[] prefixes;

  /** The positions of each prefix that count: none where the value has no prefix. */
  private final long[] positions;

  /**
   * @param capacity the number of slots
   */
  public NearSlots(int capacity) {
    fingerprints = new long[capacity];
    prefixes = new long[capacity];
    positions = new long[capacity];
  }

  /** The slots that {@link #passing} has found, in ascending order. */
  public static final class Passing {

    /** The signs of a group are read as a matrix: few of its columns have one that passes. */
    private static final int COLUMNS = Long.SIZE;

    private static final int ROWS = GROUP / COLUMNS;

    /** Negative where a value of the group passes. */
    private final int[] signs = new int[GROUP];

    /** Negative where a sign of the column is. */
    private final int[] combined = new int[COLUMNS];

    private final int[] slots = new int[GROUP];
    private int size;

    /** The number of slots. */
    public int size() {
      return size;
    }

    /** One of the slots. */
    public int slot(int index) {
      return slots[index];
    }

    /** Reads the signs of the slots from one on. */
    private void read(int from, int count) {
      Arrays.fill(signs, count, GROUP, 0);
      combineRows();
      long columns = 0;
      for (int column = 0; column < COLUMNS; column++) {
        columns |= (long) (combined[column] >>> 31) << column;
      }
      for (int row = 0; row < ROWS; row++) {
        for (long left = columns; left != 0; left &= left - 1) {
          int slot = row * COLUMNS + Long.numberOfTrailingZeros(left);
          slots[size] = from + slot;
          size += signs[slot] >>> 31;
        }
      }
    }

    /** Combines the signs of each column; a loop without branches, as that of the signs. */
    private void combineRows() {
      int[] signs = this.signs;
      int[] combined = this.combined;
      for (int i = 0; i < COLUMNS; i++) {
        int upper = signs[i] | signs[i + COLUMNS] | signs[i + 2 * COLUMNS] | signs[i + 3 * COLUMNS];
        int lower =
            signs[i + 4 * COLUMNS]
                | signs[i + 5 * COLUMNS]
                | signs[i + 6 * COLUMNS]
                | signs[i + 7 * COLUMNS];
        combined[i] = upper | lower;
      }
    }
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

    /** A value. */
    public static Sought of(NearValue value, NearRule rule) {
      OptionalLong prefix = value.prefix();
      return of(value.fingerprint(), prefix.orElse(0), prefix.isPresent(), rule);
    }
  }

  /** Puts the fingerprint and the prefix of a value into a slot. */
  public void set(int slot, NearValue value) {
    OptionalLong prefix = value.prefix();
    set(slot, value.fingerprint(), prefix.orElse(0), prefix.isPresent());
  }

  /**
   * Puts the parts of a value into a slot.
   *
   * @param hasPrefix whether it has a prefix; without one {@code prefix} is not used
   */
  public void set(int slot, long fingerprint, long prefix, boolean hasPrefix) {
    fingerprints[slot] = fingerprint;
    prefixes[slot] = prefix;
    positions[slot] = hasPrefix ? SignaturePrefix.ALL_POSITIONS : 0;
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

  /** Whether the distance and the prefix of the value in a slot let it be a neighbour. */
  public boolean passes(int slot, Sought sought) {
    return sign(fingerprints[slot], prefixes[slot], positions[slot], sought) < 0;
  }

  /**
   * Finds the slots whose distances and prefixes let them be neighbours.
   *
   * @param to the slot after the last one, at most {@value #GROUP} after {@code from}
   * @param passing receives the slots
   */
  public void passing(int from, int to, Sought sought, Passing passing) {
    passing.size = 0;
    if (sought.maxDistance <= FEW_NEAR
        && isAnyWithin(from, to, sought.fingerprint, sought.maxDistance) == false) {
      return;
    }
    if (setSigns(from, to, sought, passing.signs) < 0) {
      passing.read(from, to - from);
    }
  }

  /**
   * Sets the signs of a group. The loop has no branches, reads local variables and counts from 0:
   * the JVM then compiles it to vector instructions, a quarter of the time of one value after the
   * other.
   *
   * @return negative if any value passes
   */
  private int setSigns(int from, int to, Sought sought, int[] signs) {
    long[] fingerprints = this.fingerprints;
    long[] prefixes = this.prefixes;
    long[] positions = this.positions;
    int any = 0;
    for (int i = 0; i < to - from; i++) {
      int slot = from + i;
      int sign = sign(fingerprints[slot], prefixes[slot], positions[slot], sought);
      signs[i] = sign;
      any |= sign;
    }
    return any;
  }

  /** Negative if a value passes. A difference is negative where its right side is larger. */
  private static int sign(long fingerprint, long prefix, long positions, Sought sought) {
    int distance = Fingerprint.distance(fingerprint, sought.fingerprint);
    int disagreements = SignaturePrefix.disagreements(prefix, sought.prefix, positions);
    int rejected =
        (sought.maxDisagreements - disagreements) & (sought.maxDistanceWithoutPrefix - distance);
    return ~((sought.maxDistance - distance) | rejected);
  }
}
