package io.simhash.evaluation;

import java.util.List;

/**
 * The pairs that a method found at each level, all narrower levels included, and how many are true.
 *
 * @param method the method's name
 * @param levels what each level is called
 * @param found pairs found
 * @param right5 those with a Jaccard of at least .5
 * @param right8 those of at least .8
 * @param right9 those of at least .9
 * @param all true pairs of at least .5, .8 and .9
 * @param rand adjusted Rand index of the clusters against those of the true pairs
 */
record Outcome(
    String method,
    List<String> levels,
    long[] found,
    long[] right5,
    long[] right8,
    long[] right9,
    long[] all,
    double[] rand) {

  /** The share of the found pairs that is true; 1 where nothing is found. */
  double precision(int level) {
    return found[level] == 0 ? 1 : (double) right5[level] / found[level];
  }

  /** The share of the pairs of at least .5 that is found. */
  double recall5(int level) {
    return share(right5[level], all[0]);
  }

  /** The share of the pairs of at least .8 that is found. */
  double recall8(int level) {
    return share(right8[level], all[1]);
  }

  /** The share of the pairs of at least .9 that is found. */
  double recall9(int level) {
    return share(right9[level], all[2]);
  }

  /** The harmonic mean of precision and {@link #recall5}. */
  double f1(int level) {
    double sum = precision(level) + recall5(level);
    return sum == 0 ? 0 : 2 * precision(level) * recall5(level) / sum;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 1 : (double) part / whole;
  }
}
