package io.simhash.core.minhash;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Ranges;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The minima of sets of 64-bit element hashes by fast similarity sketching, version 4.
 *
 * <p>In each round every element x takes a number {@code u = x · c(round) mod 2^64}. The multiplier
 * {@code c(round)} is output {@code round} (from 0) of the SplitMix64 generator that starts in
 * state 0, with its lowest bit set. Of u come a bin, {@code floor(floor(u / 2^32) · n / 2^32)}, and
 * the 32 bits {@code v = floor(u / 2^20) mod 2^32}.
 *
 * <ul>
 *   <li>Rounds 0 to {@value #ROUNDS} - 1: the element puts the number {@code round · 2^32 + v} into
 *       its bin.
 *   <li>Round {@value #ROUNDS} + i, only if bin i is still empty: every element puts {@code round ·
 *       2^32 + v} into bin i.
 *   <li>The rounds end as soon as no bin is empty.
 * </ul>
 *
 * <p>Component i is the least number in bin i. Later rounds put in greater numbers, so component i
 * of a union is the lesser one of the parts. Each element of a union is equally likely to have put
 * it there, so two sets agree in a component with probability equal to their Jaccard similarity J.
 *
 * <p>Cost for m distinct elements: some {@code m + n · ln n} numbers, and never more than {@code
 * (64 + n) · m}, whatever the elements are.
 *
 * @param hashes number of components n, 1 to {@value #MAX_HASHES}
 * @see <a href="https://doi.org/10.1109/FOCS.2017.67">Dahlgaard, Knudsen, Thorup: Fast similarity
 *     sketching, FOCS 2017</a>
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997</a>
 */
public record MinHash(int hashes) {

  public static final int MAX_HASHES = 2048;

  /**
   * The rounds in which elements choose their bins. From 120 elements on they fill all of 1,024
   * bins but one in two cases; of few elements the later rounds, of one bin each, cost less.
   */
  private static final int ROUNDS = 64;

  private static final int NUMBER_BITS = 32;
  private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
  private static final int NUMBER_SHIFT = 20;

  /** Greater than every number. */
  private static final long EMPTY = Long.MAX_VALUE;

  /**
   * The round before which repeated elements are removed. A set of n elements and more rarely
   * reaches it; without this an array of one element a million times would be slow.
   */
  private static final int DISTINCT_FROM = 8;

  private static final long[] MULTIPLIERS = multipliers();

  public MinHash {
    Ranges.require("hashes", hashes, 1, MAX_HASHES);
  }

  private static long[] multipliers() {
    SplittableRandom random = new SplittableRandom(0);
    return random.longs(ROUNDS + MAX_HASHES).map(each -> each | 1).toArray();
  }

  /**
   * The n minima of a set.
   *
   * @param elements element hashes; repeats change nothing
   * @throws IllegalArgumentException if the set is empty
   */
  public long[] minima(long[] elements) {
    if (elements.length == 0) {
      throw new IllegalArgumentException("the empty set has no signature");
    }
    long[] least = new long[hashes];
    Arrays.fill(least, EMPTY);
    long[] rest = elements;
    long thrown = 0;
    boolean full = false;
    for (int round = 0; round < ROUNDS && full == false; round++) {
      if (round == DISTINCT_FROM && elements.length > hashes) {
        rest = FeatureHash.distinct(elements.clone());
      }
      throwAll(rest, round, least);
      thrown += rest.length;
      if (thrown >= hashes) {
        thrown = 0;
        full = firstEmpty(least, 0) == hashes;
      }
    }
    for (int bin = firstEmpty(least, 0); bin < hashes; bin = firstEmpty(least, bin + 1)) {
      least[bin] = leastOfAll(rest, ROUNDS + bin);
    }
    return least;
  }

  private static int firstEmpty(long[] least, int from) {
    int bin = from;
    while (bin < least.length && least[bin] != EMPTY) {
      bin++;
    }
    return bin;
  }

  /** One of the first rounds: every element chooses a bin. A bin filled before keeps its number. */
  private static void throwAll(long[] elements, int round, long[] least) {
    long multiplier = MULTIPLIERS[round];
    long first = (long) round << NUMBER_BITS;
    for (long element : elements) {
      long u = element * multiplier;
      int bin = (int) ((u >>> Integer.SIZE) * least.length >>> Integer.SIZE);
      least[bin] = Math.min(least[bin], first | u >>> NUMBER_SHIFT & NUMBER_MASK);
    }
  }

  /** One of the later rounds: every element chooses the same bin. */
  private static long leastOfAll(long[] elements, int round) {
    long multiplier = MULTIPLIERS[round];
    long min = NUMBER_MASK;
    for (long element : elements) {
      min = Math.min(min, element * multiplier >>> NUMBER_SHIFT & NUMBER_MASK);
    }
    return (long) round << NUMBER_BITS | min;
  }
}
