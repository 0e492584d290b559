package io.simhash.core.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.GoldenFile;
import io.simhash.core.profile.Ties;
import java.util.List;
import org.junit.Test;

public class SimHashTests {

  @Test
  public void testGolden() {
    for (List<String> row : GoldenFile.rows("simhash-v1.tsv")) {
      long[] sums = GoldenFile.longs(row.get(3));
      assertEquals(row.get(0), row.get(4), Fingerprint.toHex(SimHash.of(sums, Ties.ZERO)));
      assertEquals(row.get(0), row.get(5), Fingerprint.toHex(SimHash.of(sums, Ties.ONE)));
    }
  }

  /** Sums 9 -9 1 -1 1 9, from left to right, become 101011. */
  @Test
  public void testExampleOfTheLiterature() {
    long[] sums = new long[64];
    long[] leftToRight = {9, -9, 1, -1, 1, 9};
    for (int i = 0; i < 6; i++) {
      sums[5 - i] = leftToRight[i];
    }
    assertEquals(0b101011, SimHash.of(sums, Ties.ZERO));
    assertEquals(-1L << 6 | 0b101011, SimHash.of(sums, Ties.ONE));
  }

  @Test
  public void testTheSignDecidesAndTiesDecideZero() {
    long[] sums = new long[64];
    sums[0] = 1;
    sums[1] = -1;
    sums[62] = Long.MIN_VALUE;
    sums[63] = Long.MAX_VALUE;
    assertEquals(1L << 63 | 1, SimHash.of(sums, Ties.ZERO));
    assertEquals(~(1L << 62 | 2), SimHash.of(sums, Ties.ONE));
  }

  @Test
  public void testRefusesAnyOtherNumberOfSums() {
    Exception e =
        assertThrows(IllegalArgumentException.class, () -> SimHash.of(new long[63], Ties.ZERO));
    assertEquals("there must be 64 sums but were [63]", e.getMessage());
  }

  @Test
  public void testNames() {
    assertEquals("[zero, one]", List.of(Ties.values()).toString());
  }
}
