package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;

/**
 * Upper bounds of the similarities of values, from the lowest bits of the components of their
 * signatures: a quarter of the bytes, in one place. Components whose lowest bits differ are not
 * equal; where too many differ, {@link NearRule} cannot hold. Of documents without a common shingle
 * three quarters of the components differ in these bits, so nearly all of them are rejected.
 *
 * <p>Several threads may compare at the same time, also while another one sets slots that they do
 * not read.
 */
final class SimilarityBounds {

  /** {@link Signature#lowBits} of one slot after the other, {@link #width} elements each. */
  private long[] lowBits = {};

  private int width;

  /** The slots that have low bits. */
  private final boolean[] bounded;

  /** The first signature that was added: only those comparable to it have low bits here. */
  private Signature standard;

  /**
   * @param capacity the number of slots
   */
  SimilarityBounds(int capacity) {
    bounded = new boolean[capacity];
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
    int minEqual = signature.minEqual(rule.minSimilarity());
    return minEqual == 0
        ? Sought.ALL
        : new Sought(signature.lowBits(), signature.hashes() - minEqual);
  }

  /** Puts a value into a slot. */
  void set(int slot, NearValue value) {
    Signature signature = value.signature().orElse(null);
    if (standard == null && signature != null) {
      setStandard(signature);
    }
    bounded[slot] = signature != null && signature.isComparable(standard);
    if (bounded[slot]) {
      System.arraycopy(signature.lowBits(), 0, lowBits, slot * width, width);
    }
  }

  private void setStandard(Signature signature) {
    standard = signature;
    width = signature.hashes() / SignaturePrefix.COMPONENTS;
    lowBits = new long[bounded.length * width];
  }

  /** Whether the value in a slot cannot be similar enough. */
  boolean rejects(int slot, Sought sought) {
    if (bounded[slot] == false) {
      return false;
    }
    long[] bits = lowBits;
    int first = slot * width;
    int different = 0;
    for (int i = 0; i < sought.lowBits.length; i++) {
      different += SignaturePrefix.disagreements(bits[first + i], sought.lowBits[i]);
    }
    return different > sought.maxDifferent;
  }
}
