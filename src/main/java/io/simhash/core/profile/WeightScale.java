package io.simhash.core.profile;

import io.simhash.core.base.Weight;
import java.util.Arrays;

/** Turns continuous weights into levels 1 to n ({@code weight_levels}). */
public enum WeightScale {

  /**
   * By rank, ties at their middle rank: level {@code 1 + ⌊n · (2·lower + equal) / (2·all)⌋} with
   * the number of features of lower and of equal weight. Equal weights get equal levels, in any
   * order.
   */
  RANK,

  /**
   * By size, in bins of equal width: level {@code min(n, 1 + ⌊n · (w - min) / (max - min)⌋)}, 1
   * where all weights are equal.
   */
  LINEAR;

  /** Replaces each weight by its level, in fixed point. */
  public void quantise(long[] weights, int levels) {
    long[] sorted = weights.clone();
    Arrays.sort(sorted);
    long min = sorted.length == 0 ? 0 : sorted[0];
    long width = sorted.length == 0 ? 0 : sorted[sorted.length - 1] - min;
    for (int i = 0; i < weights.length; i++) {
      long weight = weights[i];
      long level =
          switch (this) {
            case RANK ->
                1
                    + levels
                        * (firstIndexOf(sorted, weight) + (long) firstIndexOf(sorted, weight + 1))
                        / (2L * weights.length);
            case LINEAR -> width == 0 ? 1 : Math.min(levels, 1 + levels * (weight - min) / width);
          };
      weights[i] = level * Weight.ONE;
    }
  }

  /** The first index in {@code sorted} whose value is not below {@code value}. */
  private static int firstIndexOf(long[] sorted, long value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
