package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import java.util.Arrays;

/**
 * Upper bounds of the similarities of values, from the lowest bits of the components of their
 * signatures: a quarter of the bytes, in one place. Components whose lowest bits differ are not
 * equal; where too many differ, {@link NearRule} cannot hold. Of documents without a common shingle
 * three quarters of the components differ in these bits, so nearly all of them are rejected.
 *
 * <p>Not safe to share between threads.
 */
final class SimilarityBounds {

  /** {@link Signature#lowBits}; {@code null} where there are none, or none to compare. */
  private long[][] lowBits;

  /** The first signature that was added: only those comparable to it have low bits here. */
  private Signature standard;

  /**
   * @param capacity the number of slots
   */
  SimilarityBounds(int capacity) {
    lowBits = new long[capacity][];
  }

  /**
   * The value whose neighbours are looked for.
   *
   * @param lowBits of its signature
   * @param maxDifferent the largest number of components that may differ
   */
  record Sought(long[] lowBits, int maxDifferent) {

    private static final Sought ALL = new Sought(new long[0], 0);
  }

  /** What rejects the values that are not similar enough, and none of those without a bound. */
  Sought sought(NearValue value, NearRule rule) {
    Signature signature = value.signature().orElse(null);
    if (signature == null || standard == null || signature.isComparable(standard) == false) {
      return Sought.ALL;
    }
    return new Sought(
        signature.lowBits(), signature.hashes() - signature.minEqual(rule.minSimilarity()));
  }

  /** Puts a value into a slot. */
  void set(int slot, NearValue value) {
    Signature signature = value.signature().orElse(null);
    if (standard == null) {
      standard = signature;
    }
    boolean comparable = signature != null && signature.isComparable(standard);
    lowBits[slot] = comparable ? signature.lowBits() : null;
  }

  void clear(int from, int to) {
    Arrays.fill(lowBits, from, to, null);
  }

  void move(int from, int to) {
    lowBits[to] = lowBits[from];
  }

  void grow(int capacity) {
    lowBits = Arrays.copyOf(lowBits, capacity);
  }

  /** Whether the value in a slot cannot be similar enough. */
  boolean rejects(int slot, Sought sought) {
    long[] bits = lowBits[slot];
    if (bits == null) {
      return false;
    }
    int different = 0;
    for (int i = 0; i < sought.lowBits.length; i++) {
      different += SignaturePrefix.disagreements(bits[i], sought.lowBits[i]);
    }
    return different > sought.maxDifferent;
  }
}
