package io.simhash.core.feature;

import io.simhash.core.GoldenFile;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FeaturesTests extends LuceneTestCase {

  public void testEffectiveGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "effective")) {
      double expected = Double.parseDouble(row.get(1));
      double actual = features(GoldenFile.longs(row.get(0))).effective();
      assertEquals(row.toString(), expected, actual, 4 * Math.ulp(expected));
    }
  }

  /** Against numbers that cannot overflow; four roundings lie between the two. */
  public void testEffectiveEqualsTheExactQuotient() {
    for (int round = 0; round < 200; round++) {
      long limit = 1L << 1 + random().nextInt(44);
      long[] weights = random().longs(1 + random().nextInt(300), 1, limit + 1).toArray();
      double expected = exact(weights).doubleValue();
      assertEquals(expected, features(weights).effective(), 4 * Math.ulp(expected));
    }
  }

  /** The sum of squares passes 2^64 and 2^96 here: a carry that was lost would show. */
  public void testEffectiveOfManyLargestWeights() {
    long[] weights = new long[100_000];
    Arrays.fill(weights, 1L << 44);
    assertEquals(100_000, features(weights).effective(), 0);
    Arrays.fill(weights, (1L << 44) - 1);
    assertEquals(100_000, features(weights).effective(), 4 * Math.ulp(1e5));
  }

  /** A text of a million characters may have a million features: their sum passes 2^63. */
  public void testEffectiveOfAMillionLargestWeights() {
    long[] weights = new long[1_000_000];
    Arrays.fill(weights, 1L << 44);
    assertEquals(1e6, new Features(weights, weights, List::of).effective(), 0);
  }

  public void testBetweenOneAndTheNumberOfFeatures() {
    assertEquals(0, features().effective(), 0);
    assertEquals(1, features(17).effective(), 0);
    assertEquals(1, features(1L << 44, 1).effective(), 1e-12);
    assertEquals(7, features(5, 5, 5, 5, 5, 5, 5).effective(), 0);
  }

  public void testOrderDoesNotMatter() {
    List<Long> weights = random().longs(50, 1, 1L << 44).boxed().collect(Collectors.toList());
    double expected = features(weights.stream().mapToLong(w -> w).toArray()).effective();
    Collections.shuffle(weights, random());
    assertEquals(expected, features(weights.stream().mapToLong(w -> w).toArray()).effective(), 0);
  }

  public void testTheHeaviestFirst() {
    List<Feature> heaviest = features(3, 1, 5, 3).heaviest(3);
    assertEquals(List.of("f2", "f0", "f3"), heaviest.stream().map(Feature::text).toList());
    assertEquals(2, features(3, 1).heaviest(5).size());
  }

  private static BigDecimal exact(long[] weights) {
    BigInteger sum = BigInteger.ZERO;
    BigInteger squares = BigInteger.ZERO;
    for (long weight : weights) {
      BigInteger big = BigInteger.valueOf(weight);
      sum = sum.add(big);
      squares = squares.add(big.multiply(big));
    }
    return new BigDecimal(sum.multiply(sum))
        .divide(new BigDecimal(squares), MathContext.DECIMAL128);
  }

  private static Features features(long... weights) {
    Feature[] features = new Feature[weights.length];
    for (int i = 0; i < weights.length; i++) {
      features[i] = new Feature("f" + i, "", 1, Map.of(), i, weights[i]);
    }
    return new Features(List.of(features));
  }
}
