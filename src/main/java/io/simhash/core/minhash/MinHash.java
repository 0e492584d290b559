package io.simhash.core.minhash;

import io.simhash.core.base.Ranges;

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
}
