package io.simhash.core.profile;

import io.simhash.core.base.Weight;
import java.util.Arrays;
import java.util.Locale;

/** Turns continuous weights into levels 1 to n ({@code weight_levels}). */
public enum WeightScale {

  /**
   * By rank, ties at their middle rank: level {@code 1 + ⌊n · (2·lower + equal) / (2·all)⌋} with
   * the number of features of lower and of equal weight. Equal weights get equal levels, in any
   * order.
   */
  RANK {
    @Override
    public void quantise(long[] weights, int levels) {
      long[] sorted = weights.clone();
      Arrays.sort(sorted);
      for (int i = 0; i < weights.length; i++) {
        long lower = firstIndexOf(sorted, weights[i]);
        long notHigher = firstIndexOf(sorted, weights[i] + 1);
        long level = 1 + levels * (lower + notHigher) / (2L * weights.length);
        weights[i] = level * Weight.ONE;
      }
    }
  },

  /**
   * By size, in bins of equal width: level {@code min(n, 1 + ⌊n · (w - min) / (max - min)⌋)}, 1
   * where all weights are equal.
   */
  LINEAR {
    @Override
    public void quantise(long[] weights, int levels) {
      long min = Arrays.stream(weights).min().orElse(0);
      long width = Arrays.stream(weights).max().orElse(0) - min;
      for (int i = 0; i < weights.length; i++) {
        long level = width == 0 ? 1 : Math.min(levels, 1 + levels * (weights[i] - min) / width);
        weights[i] = level * Weight.ONE;
      }
    }
  };

  /** Replaces each weight by its level, in fixed point. */
  public abstract void quantise(long[] weights, int levels);

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

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
