package io.simhash.benchmark;

import java.util.Arrays;
import java.util.Random;

/**
 * The ratio of two medians with its 95 % confidence interval, by bootstrap of the rounds: rounds
 * are drawn with replacement, the same for both rows, so that a slow time of the machine, which
 * hits both rows of a round, does not widen the interval.
 *
 * @param value the ratio of the medians of all samples
 * @param low the 2.5 percentile of the ratios of the draws
 * @param high their 97.5 percentile
 * @see <a href="https://doi.org/10.1214/aos/1176344552">Efron: Bootstrap methods, 1979</a>
 */
record Ratio(double value, double low, double high) {

  private static final int DRAWS = 1000;

  /**
   * @param rounds the number of rounds in which both were measured
   */
  static Ratio of(Samples numerator, Samples denominator, int rounds, long seed) {
    Samples.Sorted above = numerator.sorted();
    Samples.Sorted below = denominator.sorted();
    Random random = new Random(seed);
    double[] ratios = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] weights = new int[rounds];
      for (int i = 0; i < rounds; i++) {
        weights[random.nextInt(rounds)]++;
      }
      ratios[draw] = above.median(weights) / below.median(weights);
    }
    double[] known = Arrays.stream(ratios).filter(Double::isFinite).sorted().toArray();
    return new Ratio(above.median() / below.median(), at(known, .025), at(known, .975));
  }

  private static double at(double[] sorted, double share) {
    return sorted.length == 0 ? Double.NaN : sorted[(int) Math.round(share * (sorted.length - 1))];
  }
}
