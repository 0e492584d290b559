package io.simhash.core.simhash;

/** {@link BitSums} as the papers write it: 64 additions for each feature. */
public final class PlainBitSums extends BitSums {

  private final long[] sums = new long[Fingerprint.BITS];

  @Override
  void addChecked(long hash, long weight) {
    for (int bit = 0; bit < Fingerprint.BITS; bit++) {
      boolean set = (hash >>> bit & 1) == 1;
      sums[bit] += set ? weight : -weight;
    }
  }

  @Override
  public long[] sums() {
    return sums.clone();
  }
}
