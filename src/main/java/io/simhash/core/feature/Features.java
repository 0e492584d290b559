package io.simhash.core.feature;

import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The features of one text, distinct by hash: hashes and weights, and on demand what they were made
 * of. Immutable. Memory: 16 bytes a feature and the tokens that they are described from.
 */
public final class Features {

  private final long[] hashes;
  private final long[] weights;
  private final Supplier<List<Feature>> described;
  private final double effective;

  /**
   * @param described makes the features in order of first occurrence, which takes ten times the
   *     memory of hashes and weights
   */
  Features(long[] hashes, long[] weights, Supplier<List<Feature>> described) {
    this.hashes = hashes;
    this.weights = weights;
    this.described = described;
    this.effective = effective(weights);
  }

  /** Features in order of first occurrence. */
  public Features(List<Feature> features) {
    this(
        features.stream().mapToLong(Feature::hash).toArray(),
        features.stream().mapToLong(Feature::weight).toArray(),
        () -> List.copyOf(features));
  }

  public long hash(int i) {
    return hashes[i];
  }

  /** The weight of feature {@code i} in fixed point. */
  public long weight(int i) {
    return weights[i];
  }

  /** The features, in order of first occurrence. Made by each call from the tokens of the text. */
  public List<Feature> list() {
    return described.get();
  }

  /** At most {@code limit} of them, heaviest first, ties in order of first occurrence. */
  public List<Feature> heaviest(int limit) {
    return list().stream()
        .sorted(Comparator.comparingLong(Feature::weight).reversed())
        .limit(limit)
        .toList();
  }

  public int size() {
    return hashes.length;
  }

  /**
   * The effective number of features, {@code (Σw)² / Σw²}: between 1 (one weight outweighs all) and
   * {@link #size} (all weigh alike); 0 without features. It tells how many features decide the
   * bits. The two sums are exact, so it does not depend on the order of the features.
   */
  public double effective() {
    return effective;
  }

  private static double effective(long[] weights) {
    long sumHigh = 0;
    long sumLow = 0;
    long squaresHigh = 0;
    long squaresLow = 0;
    for (long weight : weights) {
      sumHigh += weight >>> Integer.SIZE;
      sumLow += weight & 0xFFFF_FFFFL;
      long low = squaresLow + weight * weight;
      boolean carry = Long.compareUnsigned(low, squaresLow) < 0;
      squaresLow = low;
      squaresHigh += Math.multiplyHigh(weight, weight) + (carry ? 1 : 0);
    }
    double sum = sumHigh * 0x1p32 + sumLow;
    double squares = squaresHigh * 0x1p64 + unsigned(squaresLow);
    return weights.length == 0 ? 0 : sum * sum / squares;
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
  }
}
