package io.simhash.core;

import java.util.Locale;

/**
 * The binomial distribution, for tests whose expectation is derived instead of tuned.
 *
 * <p>A test that draws new seeds in every run must not fail by chance: at {@link #LEAST_P_VALUE} a
 * sound implementation fails once in a thousand million checks, while the defects that such tests
 * look for (a biased bit, dependent hash functions) are wrong by tens of standard deviations.
 */
public final class Binomial {

  /** Observations that are less likely than this are called wrong. */
  public static final double LEAST_P_VALUE = 1e-9;

  private Binomial() {}

  /** P(X ≤ k) of n independent trials that each succeed with probability p, 0 &lt; p &lt; 1. */
  public static double atMost(int k, int n, double p) {
    double sum = 0;
    double logFactor = n * Math.log1p(-p);
    for (int i = 0; i <= k; i++) {
      sum += Math.exp(logFactor);
      logFactor += Math.log((double) (n - i) / (i + 1)) + Math.log(p) - Math.log1p(-p);
    }
    return Math.min(1, sum);
  }

  /** P(X ≥ k). */
  public static double atLeast(int k, int n, double p) {
    return atMost(n - k, n, 1 - p);
  }

  /** Fails where {@code successes} is too few or too many to be chance, on an exact p-value. */
  public static void assertPlausible(String what, int successes, int trials, double p) {
    double oneTail = Math.min(atMost(successes, trials, p), atLeast(successes, trials, p));
    double pValue = Math.min(1, 2 * oneTail);
    if (pValue < LEAST_P_VALUE) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "%s: %d of %d is %.5f where %.5f is expected, p-value %.3g",
              what,
              successes,
              trials,
              (double) successes / trials,
              p,
              pValue));
    }
  }
}
