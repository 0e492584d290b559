package io.simhash.core.minhash;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Numbers of equal components that fewer than one pair in a million misses, or reaches. */
public final class Thresholds {

  private static final double MAX_WRONG = 1e-6;

  /** For each number n of components, the thresholds for 0 to n equal ones. */
  private static final Map<Integer, int[]> HEADS = new ConcurrentHashMap<>();

  private Thresholds() {}

  /**
   * The least number of equal components of the head that nearly all similar signatures have: the
   * largest t with {@code P(X < t) < 10^-6} for the number X of equal components in a head of h,
   * where a of all n are equal, which is an estimate of {@code minSimilarity}. X is hypergeometric:
   * {@code P(X = x) = C(a, x) C(n - a, h - x) / C(n, h)}. Of a higher estimate fewer miss it. 130
   * of 256 at .51 and 1,024 components, 116 at .44.
   *
   * @param minSimilarity above 0 and at most 1
   */
  public static int head(double minSimilarity, Bands bands) {
    int n = bands.hashes();
    return HEADS.computeIfAbsent(n, Thresholds::heads)[leastEqual(minSimilarity, n)];
  }

  /** The least number of equal components of n that gives an estimate of {@code min}. */
  private static int leastEqual(double min, int n) {
    // Rounded down, and one less for rounding errors.
    int equal = (int) (n * (Signature.CHANCE + (1 - Signature.CHANCE) * min)) - 1;
    while (Signature.similarity(n - equal, n) < min) {
      equal++;
    }
    return equal;
  }

  private static int[] heads(int n) {
    return IntStream.rangeClosed(0, n).map(equal -> head(equal, n)).toArray();
  }

  private static int head(int equal, int n) {
    int h = Signature.headComponents(n);
    int least = Math.max(0, equal + h - n);
    int most = Math.min(equal, h);
    // In units of the likeliest number's, so that none of those that count is 0.
    double[] weights = new double[most + 1];
    int likeliest = (int) ((h + 1L) * (equal + 1L) / (n + 2L));
    weights[likeliest] = 1;
    for (int x = likeliest; x < most; x++) {
      weights[x + 1] = weights[x] * ratio(x, equal, h, n);
    }
    for (int x = likeliest; x > least; x--) {
      weights[x - 1] = weights[x] / ratio(x - 1, equal, h, n);
    }
    double all = 0;
    for (double weight : weights) {
      all += weight;
    }
    double below = 0;
    int threshold = least;
    while (threshold < most && below + weights[threshold] < MAX_WRONG * all) {
      below += weights[threshold++];
    }
    return threshold;
  }

  /** P(X = x + 1) / P(X = x). */
  private static double ratio(int x, int equal, int h, int n) {
    return (double) (equal - x) * (h - x) / ((x + 1.0) * (n - equal - h + x + 1.0));
  }

  /**
   * The least estimate that fewer than one in a million pairs of a similarity below {@code min}
   * reach: {@code P(X >= a) < 10^-6} for the number X of equal components of n at {@code J = min},
   * with the binomial distribution of n and {@code p = J + (1 - J) / 4}. At a lower J fewer reach
   * it, and minima of one sketch vary less than independent ones. For n = 1,024 it is .596 at .5;
   * from .983 on there is none.
   *
   * @return infinity if there is none
   */
  public static double sureEstimate(double min, int hashes) {
    double p = min + (1 - min) * Signature.CHANCE;
    int equal = hashes;
    double logTerm = hashes * StrictMath.log(p);
    double tail = StrictMath.exp(logTerm);
    for (; tail < MAX_WRONG; equal--) {
      // P(X = equal - 1) from P(X = equal).
      logTerm += StrictMath.log(equal * (1 - p) / ((hashes - equal + 1) * p));
      tail += StrictMath.exp(logTerm);
    }
    return equal == hashes
        ? Double.POSITIVE_INFINITY
        : Signature.similarity(hashes - equal - 1, hashes);
  }
}
