package io.simhash.core.simhash;

import static io.simhash.core.base.Errors.invalid;

/**
 * Adds up, for each of the 64 bit positions, the weights of the features whose hash has the bit and
 * subtracts the weights of the features whose hash does not have it.
 *
 * <p>{@code sums[i] = Σ_j w_j · (bit i of h_j ? +1 : -1)} where {@code i = 0} is the least
 * significant bit. The sums are exact, so that neither the order of the features nor the
 * implementation decides a bit.
 *
 * <p>One object adds up the features of one document.
 *
 * @see <a href="https://doi.org/10.1145/509907.509965">Charikar: Similarity estimation techniques
 *     from rounding algorithms, STOC 2002, section 3</a>
 */
public abstract class BitSums {

  private long total;

  /**
   * Adds a feature.
   *
   * @param hash its hash, uniform in 64 bits
   * @param weight its weight in fixed point ({@link io.simhash.core.base.Weight})
   * @throws IllegalArgumentException if the weight is negative or the weights add up to 2^63 or
   *     more: below that no partial sum can overflow
   */
  public final void add(long hash, long weight) {
    if (weight < 0) {
      throw invalid("a weight must not be negative but was [%s]", weight);
    }
    total += weight;
    if (total < 0) {
      throw new IllegalArgumentException("the weights of a text add up to more than 2^63 - 1");
    }
    addChecked(hash, weight);
  }

  /** Adds a feature whose weight is not too large. */
  abstract void addChecked(long hash, long weight);

  /** The 64 sums of the features that were added. */
  public abstract long[] sums();

  /** The sum of the weights of all features. */
  final long total() {
    return total;
  }
}
