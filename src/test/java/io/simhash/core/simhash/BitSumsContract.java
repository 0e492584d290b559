package io.simhash.core.simhash;

import io.simhash.core.GoldenFile;
import io.simhash.core.profile.Ties;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What every {@link BitSums} must do; an implementation's test supplies the factory. */
abstract class BitSumsContract extends LuceneTestCase {

  private static final long LARGEST = 1L << 44;

  private BitSums sums;

  abstract BitSums create();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    sums = create();
  }

  public void testGolden() {
    for (List<String> row : GoldenFile.rows("simhash-v1.tsv")) {
      long[] hashes = GoldenFile.hex(row.get(1));
      long[] weights = GoldenFile.longs(row.get(2));
      long[] expected = GoldenFile.longs(row.get(3));
      assertArrayEquals(row.get(0), expected, sums.of(hashes, weights, hashes.length));
    }
  }

  /** Features 100101 (weight 4) and 101011 (weight 5) sum to 9 -9 1 -1 1 9. */
  public void testExampleOfTheLiterature() {
    long[] six = sums.of(new long[] {0b100101, 0b101011}, new long[] {4, 5}, 2);
    long[] leftToRight = {six[5], six[4], six[3], six[2], six[1], six[0]};
    assertArrayEquals(new long[] {9, -9, 1, -1, 1, 9}, leftToRight);
    assertEquals(0b101011, SimHash.of(six, Ties.ZERO));
  }

  public void testNoFeatures() {
    assertArrayEquals(new long[64], sums.of(new long[0], new long[0], 0));
  }

  public void testOnlyTheFirstCountEntriesCount() {
    long[] hashes = {random().nextLong(), random().nextLong()};
    long[] first = sums.of(new long[] {hashes[0]}, new long[] {7}, 1);
    assertArrayEquals(first, sums.of(hashes, new long[] {7, Long.MAX_VALUE}, 1));
    assertArrayEquals(first, sums.of(hashes, new long[] {7, 0}, 2));
  }

  /** The definition, word by word, in numbers that cannot overflow. */
  public void testDefinitionOnRandomFeatures() {
    for (int round = 0; round < 50; round++) {
      int count = random().nextInt(200);
      long[] hashes = random().longs(count).toArray();
      long[] weights = IntStream.range(0, count).mapToLong(i -> randomWeight()).toArray();
      long[] actual = sums.of(hashes, weights, count);
      for (int bit = 0; bit < Fingerprint.BITS; bit++) {
        assertEquals(definition(hashes, weights, bit), BigInteger.valueOf(actual[bit]));
      }
    }
  }

  private static BigInteger definition(long[] hashes, long[] weights, int bit) {
    BigInteger sum = BigInteger.ZERO;
    for (int j = 0; j < hashes.length; j++) {
      BigInteger weight = BigInteger.valueOf(weights[j]);
      boolean set = BigInteger.valueOf(hashes[j]).testBit(bit);
      sum = set ? sum.add(weight) : sum.subtract(weight);
    }
    return sum;
  }

  public void testOrderDoesNotMatter() {
    int count = 1 + random().nextInt(100);
    List<long[]> features =
        IntStream.range(0, count)
            .mapToObj(i -> new long[] {random().nextLong(), randomWeight()})
            .collect(java.util.stream.Collectors.toCollection(java.util.ArrayList::new));
    long[] expected = sumsOf(features);
    for (int round = 0; round < 10; round++) {
      Collections.shuffle(features, random());
      assertArrayEquals(expected, sumsOf(features));
    }
  }

  private long[] sumsOf(List<long[]> features) {
    long[] hashes = features.stream().mapToLong(feature -> feature[0]).toArray();
    long[] weights = features.stream().mapToLong(feature -> feature[1]).toArray();
    return sums.of(hashes, weights, hashes.length);
  }

  public void testTheGreatestTotalIsExact() {
    long[] weights = {1L << 62, (1L << 62) - 1};
    assertEquals(Long.MAX_VALUE, sums.of(new long[] {-1, -1}, weights, 2)[63]);
    assertEquals(-Long.MAX_VALUE, sums.of(new long[] {0, 0}, weights, 2)[0]);
    assertEquals(1, sums.of(new long[] {-1, 0}, weights, 2)[17]);
  }

  public void testATotalBeyondALongIsRefused() {
    long[] weights = {1L << 62, 1L << 62};
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> sums.of(new long[] {1, 2}, weights, 2));
    assertEquals("the weights of a text add up to more than 2^63 - 1", e.getMessage());
  }

  public void testANegativeWeightIsRefused() {
    long[] weights = {5, -1};
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> sums.of(new long[] {1, 2}, weights, 2));
    assertEquals("a weight must not be negative but was [-1]", e.getMessage());
  }

  private static long randomWeight() {
    return switch (random().nextInt(4)) {
      case 0 -> 0;
      case 1 -> LARGEST;
      default -> random().nextLong(LARGEST);
    };
  }
}
