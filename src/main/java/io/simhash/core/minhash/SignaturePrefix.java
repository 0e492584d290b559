package io.simhash.core.minhash;

import io.simhash.core.base.Ranges;

/**
 * The lowest {@value #BITS} bits of each of the first {@value #COMPONENTS} components of a
 * signature in one {@code long}: enough to reject most dissimilar documents without reading their
 * signatures.
 *
 * <p>Two prefixes agree in a position with probability {@code p = J + (1 - J) / 4}, where J is the
 * Jaccard similarity of the sets. A document is rejected if its prefix agrees with the query's in
 * fewer than {@link #minAgreements} positions. That rejects at most one in {@value #ONE_IN} of the
 * documents whose similarity is exactly the minimum, ever fewer of those that are more similar, and
 * most of the dissimilar ones: at a minimum of .53 all but 1.6 % of those without a common shingle.
 *
 * <p>The first step of BayesLSH, with a fixed number of components.
 *
 * @see <a href="https://doi.org/10.14778/2140436.2140440">Satuluri, Parthasarathy: Bayesian
 *     locality sensitive hashing for fast similarity search, VLDB 2012</a>
 */
public final class SignaturePrefix {

  /** The number of components in a prefix; a signature of fewer has none. */
  public static final int COMPONENTS = 32;

  /** All positions, each by its lower bit. */
  public static final long ALL_POSITIONS = 0x5555555555555555L;

  private static final int BITS = 2;
  private static final double CHANCE = 1.0 / (1 << BITS);

  /** One in so many documents of exactly the minimum similarity may be rejected. */
  private static final int ONE_IN = 200;

  /** The share of unrelated documents above which a prefix passes too many to be worth reading. */
  private static final double MAX_PASSING = .75;

  /** A result of {@link #minAgreements}. */
  private record Minimum(double similarity, int agreements) {}

  /** The last result: a rule asks for the same one for each pair that it decides. */
  private static volatile Minimum last = new Minimum(0, computed(0));

  private SignaturePrefix() {}

  /**
   * The prefix of a signature with 8 bits a component: component i is in the bits 2i and 2i + 1.
   *
   * @param components an array with {@value #COMPONENTS} components or more from {@code offset}
   */
  public static long of(byte[] components, int offset) {
    long prefix = 0;
    for (int i = 0; i < COMPONENTS; i++) {
      prefix |= (components[offset + i] & 3L) << BITS * i;
    }
    return prefix;
  }

  /** The number of positions in which two prefixes agree, 0 to {@value #COMPONENTS}. */
  public static int agreements(long a, long b) {
    return COMPONENTS - disagreements(a, b);
  }

  /** The number of positions in which two prefixes differ, 0 to {@value #COMPONENTS}. */
  public static int disagreements(long a, long b) {
    return disagreements(a, b, ALL_POSITIONS);
  }

  /**
   * The same of some positions.
   *
   * @param positions {@link #ALL_POSITIONS}, or 0 for none
   */
  public static int disagreements(long a, long b, long positions) {
    long different = a ^ b;
    return Long.bitCount((different | different >>> 1) & positions);
  }

  /**
   * The number of positions in which a document's prefix must agree with the query's.
   *
   * <p>It is the largest t for which a document of similarity {@code minSimilarity} agrees in fewer
   * than t positions with a probability of at most 1 / {@value #ONE_IN}; 0, so that none is
   * rejected, if that would let more than {@value #MAX_PASSING} of the unrelated documents pass.
   *
   * @param minSimilarity minimum Jaccard similarity, in [0, 1]
   */
  public static int minAgreements(double minSimilarity) {
    Minimum known = last;
    if (known.similarity() != minSimilarity) {
      known = new Minimum(minSimilarity, computed(minSimilarity));
      last = known;
    }
    return known.agreements();
  }

  private static int computed(double minSimilarity) {
    Ranges.requireFraction("min_similarity", minSimilarity);
    double p = minSimilarity + (1 - minSimilarity) * CHANCE;
    int min = 0;
    while (min < COMPONENTS && fewer(min + 1, p) <= 1.0 / ONE_IN) {
      min++;
    }
    return passing(min) > MAX_PASSING ? 0 : min;
  }

  /** The share of documents without a common element that agree in so many positions or more. */
  public static double passing(int minAgreements) {
    return 1 - fewer(minAgreements, CHANCE);
  }

  /** The probability of fewer than t agreements: a sum of binomial probabilities. */
  static double fewer(int t, double p) {
    double sum = 0;
    double choices = 1;
    for (int i = 0; i < t; i++) {
      sum += choices * power(p, i) * power(1 - p, COMPONENTS - i);
      choices = choices * (COMPONENTS - i) / (i + 1);
    }
    return sum;
  }

  /** By multiplication, which gives the same result on every machine. */
  private static double power(double base, int exponent) {
    double product = 1;
    for (int i = 0; i < exponent; i++) {
      product *= base;
    }
    return product;
  }
}
