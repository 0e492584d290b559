package io.simhash.core.simhash;

import io.simhash.core.profile.Ties;

/** The step from weighted sums to a fingerprint. */
public final class SimHash {

  private SimHash() {}

  /**
   * The fingerprint of 64 weighted sums: bit i is 1 when {@code sums[i] > 0}, and when it is 0 what
   * {@code ties} says.
   *
   * @param sums 64 sums of {@link BitSums}, least significant bit first
   */
  public static long of(long[] sums, Ties ties) {
    if (sums.length != Fingerprint.BITS) {
      throw new IllegalArgumentException("there must be 64 sums but were [" + sums.length + "]");
    }
    long least = ties == Ties.ONE ? 0 : 1;
    long fingerprint = 0;
    for (int bit = 0; bit < Fingerprint.BITS; bit++) {
      if (sums[bit] >= least) {
        fingerprint |= 1L << bit;
      }
    }
    return fingerprint;
  }
}
