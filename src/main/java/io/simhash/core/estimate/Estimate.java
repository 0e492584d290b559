package io.simhash.core.estimate;

import java.util.Arrays;

/**
 * A share of all documents in [0, 1], estimated from a simple random sample without replacement,
 * with its 95 % confidence interval.
 *
 * <p>The interval is the exact one of the hypergeometric distribution, with 2.5 % on each side
 * (Buonaccorsi 1987, "A note on confidence intervals for proportions in finite populations"): it
 * covers the truth with a probability of at least .95, however rare the documents are and however
 * large the part that is sampled. If all documents are sampled, its width is 0.
 */
public record Estimate(double share, double lower, double upper) {

  /** The probability that the truth is above the interval; the same for below. */
  private static final double TAIL = 0.025;

  /** From here on, Stirling's series with two terms has an error below 1e-9. */
  private static final int STIRLING = 16;

  private static final double HALF_LOG_2_PI = 0.5 * StrictMath.log(2 * StrictMath.PI);

  /**
   * The share of documents that have a property.
   *
   * @param found the documents of the sample that have it
   * @param sample the size of the sample; above 0 if there are documents
   * @param documents the number of all documents; the share of none is 0
   */
  public static Estimate ofShare(int found, int sample, long documents) {
    if (documents == 0) {
      return new Estimate(0, 0, 0);
    }
    return new Estimate(
        (double) found / sample,
        (double) (documents - most(sample - found, sample, documents)) / documents,
        (double) most(found, sample, documents) / documents);
  }

  /**
   * The number of stories as a share of the documents: the mean of {@code 1 / (1 + neighbours)}.
   *
   * <p>With F(m) the share of documents with {@code 1 + neighbours <= m}, the mean is {@code Σ (1/m
   * - 1/(m+1)) F(m)} over all m ≥ 1. The limits are the same sum of the limits of each F(m), as in
   * the interval of Anderson (1969), "Confidence limits for the expected value of an arbitrary
   * bounded random variable", but with the limits of each point instead of those of the whole
   * function. A large sample covers the truth with a probability of at least .95, because the
   * standard deviation of a sum is at most the sum of the standard deviations. In a small one, or
   * where large clusters are rare, each F(m) is still exact, which limits taken from the variance
   * of the sample are not: {@code EstimateTests} has such populations.
   *
   * @param neighbours the number of neighbours of each document of the sample
   * @param documents the number of all documents
   */
  public static Estimate ofStories(long[] neighbours, long documents) {
    long[] sorted = neighbours.clone();
    Arrays.sort(sorted);
    int sample = sorted.length;
    double share = 0;
    double lower = 0;
    // F(m) below the least size in the sample.
    double upper = (1 - inverse(sorted, 0)) * ofShare(0, sample, documents).upper;
    for (int i = 0; i < sample; i++) {
      double weight = inverse(sorted, i) - inverse(sorted, i + 1);
      if (weight > 0) {
        Estimate atMost = ofShare(i + 1, sample, documents);
        share += weight * atMost.share;
        lower += weight * atMost.lower;
        upper += weight * atMost.upper;
      }
    }
    return new Estimate(share, lower, upper);
  }

  private static double inverse(long[] neighbours, int i) {
    return i == neighbours.length ? 0 : 1.0 / (1 + neighbours[i]);
  }

  /**
   * The largest number of documents with the property for which a sample has at most {@code found}
   * of them with a probability above {@link #TAIL}.
   */
  private static long most(int found, int sample, long documents) {
    long high = documents - sample + found;
    // The median of the hypergeometric distribution is at most its mean, rounded up.
    long low = Math.min(high, (long) ((double) found / sample * documents));
    low = Math.max(found, low);
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (atMost(found, sample, middle, documents) > TAIL) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** P(X ≤ found) where {@code with} of all documents have the property. */
  private static double atMost(int found, int sample, long with, long documents) {
    long without = documents - with;
    double sum = 0;
    double term = 1;
    for (int i = found; i >= 0 && term > sum * 1e-17; i--) {
      sum += term;
      term *= (double) i / (with - i + 1) * (without - sample + i) / (sample - i + 1);
    }
    return sum
        * StrictMath.exp(
            logChoose(with, found)
                + logChoose(without, sample - found)
                - logChoose(documents, sample));
  }

  private static double logChoose(long n, long k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  }

  private static double logFactorial(long n) {
    if (n < STIRLING) {
      double product = 1;
      for (int i = 2; i <= n; i++) {
        product *= i;
      }
      return StrictMath.log(product);
    }
    double inverse = 1.0 / n;
    return (n + 0.5) * StrictMath.log(n)
        - n
        + HALF_LOG_2_PI
        + inverse / 12
        - inverse * inverse * inverse / 360;
  }
}
