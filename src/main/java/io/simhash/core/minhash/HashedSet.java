package io.simhash.core.minhash;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * An immutable set: the 64-bit hashes of its elements, in ascending order, 8 bytes each.
 *
 * <p>The n shingles of two texts contain two different ones with the same hash with probability
 * {@code n² / 2^65} at most: 1.1 · 10^-7 for two texts of 10^6 shingles each, whose similarity such
 * a pair changes by a millionth.
 *
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997, section 1</a>
 */
public final class HashedSet {

  /** The sizes of two sets and of their intersection: the exact values that signatures estimate. */
  public record SetOverlap(int first, int second, int common) {

    /** {@code |A ∩ B| / |A ∪ B|}, in [0, 1]; 0 where both sets are empty. */
    public double jaccard() {
      int union = first + second - common;
      return union == 0 ? 0 : (double) common / union;
    }

    /**
     * {@code |A ∩ B| / min(|A|, |B|)}, in [0, 1]: the part of the smaller set that is in the other
     * one, in either order; 0 where a set is empty.
     */
    public double containment() {
      int smaller = Math.min(first, second);
      return smaller == 0 ? 0 : (double) common / smaller;
    }
  }

  private final long[] hashes;

  private HashedSet(long[] hashes) {
    this.hashes = hashes;
  }

  /** The set whose elements have these hashes, in any order; equal ones count once. */
  public static HashedSet of(LongStream hashes) {
    return new HashedSet(FeatureHash.distinct(hashes.toArray()));
  }

  /** The number of distinct hashes. */
  public int size() {
    return hashes.length;
  }

  public boolean isEmpty() {
    return hashes.length == 0;
  }

  /** The hashes in ascending order: a copy. */
  public long[] toArray() {
    return hashes.clone();
  }

  /** Bytes in memory. */
  public long bytes() {
    return (long) hashes.length * Long.BYTES + 64;
  }

  /**
   * A hash of the whole set, at least 0: 63 bits of its SHA-256. Among n sets, two different ones
   * have the same hash with probability {@code n² / 2^64}, however the texts were chosen.
   */
  public long hash() {
    ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Long.BYTES);
    bytes.asLongBuffer().put(hashes);
    return Long.parseUnsignedLong(Sha256.hex(bytes.array()), 0, 16, 16) >>> 1;
  }

  /** The overlap with another set, by one merge: cost linear in both. */
  public SetOverlap overlap(HashedSet other) {
    long[] a = hashes;
    long[] b = other.hashes;
    int common = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] == b[j]) {
        common++;
        i++;
        j++;
      } else if (a[i] < b[j]) {
        i++;
      } else {
        j++;
      }
    }
    return new SetOverlap(a.length, b.length, common);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HashedSet that && Arrays.equals(hashes, that.hashes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }

  /** The number of elements, because there may be a million. */
  @Override
  public String toString() {
    return hashes.length + " hashes";
  }
}
