package io.simhash.core.simhash;

import java.util.Arrays;

public class NibbleBitSumsTests extends BitSumsContract {
  @Override
  BitSums create() {
    return new NibbleBitSums();
  }

  /** The fast version beside the plain one. */
  public void testEqualsThePlainVersion() {
    for (int round = 0; round < 100; round++) {
      int count = random().nextInt(500);
      long[] hashes = random().longs(count).toArray();
      long[] weights = random().longs(count, 0, 1L << 44).toArray();
      long[] plain = sums(new PlainBitSums(), hashes, weights);
      assertTrue(Arrays.equals(plain, sums(hashes, weights)));
    }
  }
}
