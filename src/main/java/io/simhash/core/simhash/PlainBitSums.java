package io.simhash.core.simhash;

/** {@link BitSums} as the papers write it: 64 additions for each feature. */
public final class PlainBitSums implements BitSums {

  @Override
  public long[] of(long[] hashes, long[] weights, int count) {
    BitSums.total(weights, count);
    long[] sums = new long[Fingerprint.BITS];
    for (int j = 0; j < count; j++) {
      for (int bit = 0; bit < Fingerprint.BITS; bit++) {
        boolean set = (hashes[j] >>> bit & 1) == 1;
        sums[bit] += set ? weights[j] : -weights[j];
      }
    }
    return sums;
  }
}
