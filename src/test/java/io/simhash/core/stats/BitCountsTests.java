package io.simhash.core.stats;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BitCountsTests extends LuceneTestCase {

  private static int bit(long fingerprint, int bit) {
    return (int) (fingerprint >>> 63 - bit & 1);
  }

  private static BitCounts of(long... fingerprints) {
    BitCounts counts = new BitCounts();
    for (long fingerprint : fingerprints) {
      counts.add(fingerprint);
    }
    return counts;
  }

  public void testTransposeSwapsRowsAndColumns() {
    long[] rows = random().longs(64).toArray();
    long[] transposed = rows.clone();
    BitCounts.transpose(transposed);
    for (int row = 0; row < 64; row++) {
      for (int column = 0; column < 64; column++) {
        assertEquals(bit(rows[row], column), bit(transposed[column], row));
      }
    }
  }

  public void testPairsAreThoseOfEveryFingerprint() {
    long[] fingerprints = random().longs(200 + random().nextInt(200)).toArray();
    BitCounts first = new BitCounts();
    BitCounts second = new BitCounts();
    for (long fingerprint : fingerprints) {
      (random().nextBoolean() ? first : second).add(fingerprint);
    }
    first.addAll(second);
    assertEquals(fingerprints.length, first.fingerprints());
    long[] pairs = first.pairs();
    int pair = 0;
    for (int i = 0; i < 64; i++) {
      for (int j = i; j < 64; j++) {
        long expected = 0;
        for (long fingerprint : fingerprints) {
          expected += bit(fingerprint, i) & bit(fingerprint, j);
        }
        assertEquals(expected, pairs[pair++]);
      }
    }
    assertEquals(BitCounts.PAIRS, pair);
  }

  public void testSharesAndCorrelationsByHand() {
    // Bit 0 is 1 in three of four, bit 1 likewise, bit 63 in the other one, bits 2 to 62 never.
    BitCounts counts =
        of(0xc000_0000_0000_0000L, 0xc000_0000_0000_0000L, 1, 0xc000_0000_0000_0000L);
    assertEquals(64, counts.shares().size());
    assertEquals(new BitCounts.Share(0, .75), counts.shares().get(0));
    assertEquals(new BitCounts.Share(63, .25), counts.shares().get(63));
    assertEquals(
        List.of(new BitCounts.Share(2, 0), new BitCounts.Share(3, 0)), counts.mostUnbalanced(2));
    List<BitCounts.Correlation> correlations = counts.mostCorrelated(9);
    assertEquals("constant bits are left out", 3, correlations.size());
    assertCorrelation(0, 1, 1, correlations.get(0));
    assertCorrelation(0, 63, -1, correlations.get(1));
    assertCorrelation(1, 63, -1, correlations.get(2));
  }

  public void testThePhiCoefficient() {
    // 11, 11, 10, 00: phi = (2/4 - 3/4 * 2/4) / sqrt(3/4 * 1/4 * 1/2 * 1/2) = .57735
    BitCounts counts = of(3, 3, 2, 0);
    assertCorrelation(62, 63, 1 / Math.sqrt(3), counts.mostCorrelated(1).get(0));
  }

  private static void assertCorrelation(
      int first, int second, double phi, BitCounts.Correlation correlation) {
    assertEquals(first, correlation.first());
    assertEquals(second, correlation.second());
    assertEquals(phi, correlation.phi(), 1e-12);
  }

  public void testWithoutFingerprints() {
    assertEquals(0, of().shares().get(7).ones(), 0);
    assertEquals(List.of(), of().mostCorrelated(5));
  }
}
