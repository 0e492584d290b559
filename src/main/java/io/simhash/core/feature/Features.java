package io.simhash.core.feature;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The features of one text, distinct by hash: hashes and weights, and on demand what they were made
 * of. Immutable. Memory: 16 bytes a feature and the tokens that they are described from.
 */
public final class Features {

  private static final double TWO_TO_64 = 0x1p64;

  /** Makes the descriptions of features, which cost ten times the memory of hash and weight. */
  interface Descriptions {

    /** A number that orders features by their first occurrence. */
    int first(int feature);

    /**
     * The features, in order of first occurrence.
     *
     * @param features their numbers, in that order
     */
    List<Feature> of(int[] features);
  }

  private final long[] hashes;
  private final long[] weights;
  private final Descriptions descriptions;
  private final double effective;

  /** Feature number i has {@code hashes[i]} and {@code weights[i]}. */
  Features(long[] hashes, long[] weights, Descriptions descriptions) {
    this.hashes = hashes;
    this.weights = weights;
    this.descriptions = descriptions;
    this.effective = effective(weights);
  }

  /** Features in order of first occurrence. */
  public Features(List<Feature> features) {
    this(
        features.stream().mapToLong(Feature::hash).toArray(),
        features.stream().mapToLong(Feature::weight).toArray(),
        new Given(List.copyOf(features)));
  }

  private record Given(List<Feature> all) implements Descriptions {
    @Override
    public int first(int feature) {
      return feature;
    }

    @Override
    public List<Feature> of(int[] features) {
      return IntStream.of(features).mapToObj(all::get).toList();
    }
  }

  /** The hash of feature {@code i}, 0 to {@link #size} - 1. */
  public long hash(int i) {
    return hashes[i];
  }

  /** The weight of feature {@code i} in fixed point, 0 to {@link #size} - 1. */
  public long weight(int i) {
    return weights[i];
  }

  /** The features, in order of first occurrence. Made by each call from the tokens of the text. */
  public List<Feature> list() {
    return described(numbers(Comparator.comparingInt(descriptions::first), size()));
  }

  /** At most {@code limit} of them, heaviest first, ties in order of first occurrence. */
  public List<Feature> heaviest(int limit) {
    Comparator<Integer> heaviestFirst = Comparator.comparingLong(i -> -weights[i]);
    int[] heaviest = numbers(heaviestFirst.thenComparingInt(descriptions::first), limit);
    return described(heaviest).stream()
        .sorted(Comparator.comparingLong(Feature::weight).reversed())
        .toList();
  }

  private int[] numbers(Comparator<Integer> order, int limit) {
    return IntStream.range(0, size())
        .boxed()
        .sorted(order)
        .limit(limit)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private List<Feature> described(int[] features) {
    return descriptions.of(
        IntStream.of(features)
            .boxed()
            .sorted(Comparator.comparingInt(descriptions::first))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  /** The number of features. */
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
    long sum = 0;
    long squaresHigh = 0;
    long squaresLow = 0;
    for (long weight : weights) {
      sum += weight;
      long low = squaresLow + weight * weight;
      boolean carry = Long.compareUnsigned(low, squaresLow) < 0;
      squaresLow = low;
      squaresHigh += Math.multiplyHigh(weight, weight) + (carry ? 1 : 0);
    }
    double squares = squaresHigh * TWO_TO_64 + unsigned(squaresLow);
    return weights.length == 0 ? 0 : (double) sum * sum / squares;
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : (value >>> 1 | value & 1) * 2.0;
  }
}
