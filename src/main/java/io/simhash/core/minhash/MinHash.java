package io.simhash.core.minhash;

import io.simhash.core.base.LongSets;
import io.simhash.core.base.Ranges;
import java.util.Arrays;

/**
 * The minima of sets of 64-bit element hashes by fast similarity sketching, version 3.
 *
 * <p>In each round every element x takes a 64-bit number {@code u = splitmix64(x, round)}, output
 * {@code round} (from 0) of the SplitMix64 generator that starts in state {@code x}.
 *
 * <ul>
 *   <li>Rounds 0 to n - 1: u chooses one of n bins, {@code floor(u · n / 2^64)}, and the element
 *       puts the number {@code round · 2^52 + floor((u · n mod 2^64) / 2^12)} into it.
 *   <li>Round n + i, only if bin i is still empty: every element puts {@code (n + i) · 2^52 +
 *       floor(u / 2^12)} into bin i.
 *   <li>The rounds end as soon as no bin is empty.
 * </ul>
 *
 * <p>Component i is the least number in bin i, unsigned. Later rounds put in greater numbers, so
 * component i of a union is the lesser one of the parts. Each element of a union is equally likely
 * to have put it there, so two sets agree in a component with probability equal to their Jaccard
 * similarity J.
 *
 * <p>Immutable and safe to share. Cost for m distinct elements: some {@code m + n · ln n} numbers,
 * and never more than {@code 2 · n · m}, whatever the elements are. So many need elements that all
 * avoid the same bins: k bins are avoided in n rounds by one element in e^k.
 *
 * @param hashes number of components n, 1 to {@value #MAX_HASHES}
 * @see <a href="https://doi.org/10.1109/FOCS.2017.67">Dahlgaard, Knudsen, Thorup: Fast similarity
 *     sketching, FOCS 2017</a>
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997</a>
 */
public record MinHash(int hashes) {

  /** The maximum number of components. */
  public static final int MAX_HASHES = 2048;

  public MinHash {
    Ranges.require("hashes", hashes, 1, MAX_HASHES);
  }

  /**
   * The n minima of a set, 64 bits each.
   *
   * @param elements element hashes; repeats change nothing
   * @throws IllegalArgumentException if the set is empty: the empty set has no minima
   */
  public long[] minima(long[] elements) {
    if (elements.length == 0) {
      throw new IllegalArgumentException("the empty set has no signature");
    }
    return new Bins(hashes).minima(elements);
  }

  /**
   * The bins of one signature while it is made: the rounds of the formula above.
   *
   * <p>Numbers are kept with the top bit flipped, which makes the signed minimum an unsigned one.
   */
  private static final class Bins {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** The bits of a number below the round: 2 · 2048 rounds have 12 bits. */
    private static final int NUMBER_BITS = 52;

    /** Greater than every number of the rounds 0 to n - 1. */
    private static final long EMPTY = Long.MAX_VALUE;

    /**
     * The round before which repeated elements are removed. A set of n elements and more rarely has
     * so many rounds; without this an array of one element a million times would be slow.
     */
    private static final int DISTINCT_FROM = 8;

    /** Elements whose numbers are computed at a time. */
    private static final int BATCH = 256;

    private final int n;
    private final long[] mixed = new long[BATCH];
    private final long[] least;
    private int filled;

    Bins(int n) {
      this.n = n;
      this.least = new long[n];
      Arrays.fill(least, EMPTY);
    }

    /** The least number of each bin; {@code elements} has one or more. */
    long[] minima(long[] elements) {
      long[] rest = elements;
      for (int round = 0; round < n && filled < n; round++) {
        if (round == DISTINCT_FROM && elements.length > n) {
          rest = LongSets.of(elements.clone());
        }
        throwAll(rest, round);
      }
      for (int bin = 0; bin < n && filled < n; bin++) {
        if (least[bin] == EMPTY) {
          fill(rest, bin);
        }
      }
      for (int bin = 0; bin < n; bin++) {
        least[bin] ^= Long.MIN_VALUE;
      }
      return least;
    }

    /** One of the rounds 0 to n - 1: every element chooses a bin. */
    private void throwAll(long[] elements, int round) {
      for (int from = 0; from < elements.length; from += BATCH) {
        int count = Math.min(BATCH, elements.length - from);
        mixAll(elements, from, count, offset(round));
        putAll(count, first(round));
      }
    }

    /** The numbers of some elements. A loop that the compiler turns into vector instructions. */
    private void mixAll(long[] elements, int from, int count, long offset) {
      for (int i = 0; i < count; i++) {
        mixed[i] = mix(elements[from + i] + offset);
      }
    }

    /** Puts numbers into their bins; a bin that an earlier round has filled stays as it is. */
    private void putAll(int count, long first) {
      long[] bins = least;
      int added = 0;
      for (int i = 0; i < count; i++) {
        long u = mixed[i];
        int bin = (int) Math.unsignedMultiplyHigh(u, n);
        long old = bins[bin];
        if (old >= first) {
          added += old == EMPTY ? 1 : 0;
          bins[bin] = Math.min(old, first | u * n >>> Long.SIZE - NUMBER_BITS);
        }
      }
      filled += added;
    }

    /** Round n + bin: every element chooses this bin. */
    private void fill(long[] elements, int bin) {
      long offset = offset(n + bin);
      long first = first(n + bin);
      long min = EMPTY;
      for (long element : elements) {
        min = Math.min(min, first | mix(element + offset) >>> Long.SIZE - NUMBER_BITS);
      }
      least[bin] = min;
      filled++;
    }

    /** The number that is added to the state of SplitMix64 until output {@code round}. */
    private static long offset(int round) {
      return (round + 1) * GOLDEN_GAMMA;
    }

    /** The least number of a round, with its top bit flipped. */
    private static long first(int round) {
      return (long) round << NUMBER_BITS ^ Long.MIN_VALUE;
    }

    /** The output function of SplitMix64. */
    private static long mix(long z) {
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }
}
