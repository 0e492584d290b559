package io.simhash.core.feature;

import java.util.Comparator;
import java.util.List;

/** The features of one text, distinct by text, in order of first occurrence. */
public final class Features {

  private static final double TWO_TO_64 = 0x1p64;

  private final List<Feature> features;

  public Features(List<Feature> features) {
    this.features = List.copyOf(features);
  }

  /** The features. */
  public List<Feature> list() {
    return features;
  }

  /** At most {@code limit} of them, heaviest first, ties in order of first occurrence. */
  public List<Feature> heaviest(int limit) {
    return features.stream()
        .sorted(Comparator.comparingLong(Feature::weight).reversed())
        .limit(limit)
        .toList();
  }

  /** The number of features. */
  public int size() {
    return features.size();
  }

  /**
   * The effective number of features, {@code (Σw)² / Σw²}: between 1 (one weight outweighs all) and
   * {@link #size} (all weigh alike); 0 without features. It tells how many features decide the
   * bits. The two sums are exact, so it does not depend on the order of the features.
   */
  public double effective() {
    long sum = 0;
    long squaresHigh = 0;
    long squaresLow = 0;
    for (Feature feature : features) {
      long weight = feature.weight();
      sum += weight;
      long low = squaresLow + weight * weight;
      boolean carry = Long.compareUnsigned(low, squaresLow) < 0;
      squaresLow = low;
      squaresHigh += Math.multiplyHigh(weight, weight) + (carry ? 1 : 0);
    }
    double squares = squaresHigh * TWO_TO_64 + unsigned(squaresLow);
    return features.isEmpty() ? 0 : (double) sum * sum / squares;
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
  }
}
