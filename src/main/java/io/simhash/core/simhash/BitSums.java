package io.simhash.core.simhash;

/**
 * Adds up, for each of the 64 bit positions, the weights of the features whose hash has the bit and
 * subtracts the weights of those whose hash has it not.
 *
 * <p>{@code sums[i] = Σ_j w_j · (bit i of h_j ? +1 : -1)} where {@code i = 0} is the least
 * significant bit. The sums are exact, so that neither the order of the features nor the
 * implementation decides a bit.
 *
 * @see <a href="https://doi.org/10.1145/509907.509965">Charikar: Similarity estimation techniques
 *     from rounding algorithms, STOC 2002, section 3</a>
 */
public interface BitSums {

  /**
   * The 64 sums of {@code count} features.
   *
   * @param hashes feature hashes, uniform in 64 bits
   * @param weights weights in fixed point ({@link io.simhash.core.base.Weight}), none negative
   * @param count how many entries of the two arrays count
   * @throws IllegalArgumentException if a weight is negative or the weights add up to 2^63 or more:
   *     below that no partial sum can overflow
   */
  long[] of(long[] hashes, long[] weights, int count);

  /** The sum of the weights, checked once so that the loops need no checks. */
  static long total(long[] weights, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] < 0) {
        throw new IllegalArgumentException(
            "a weight must not be negative but was [" + weights[i] + "]");
      }
      total += weights[i];
      if (total < 0) {
        throw new IllegalArgumentException("the weights of a text add up to more than 2^63 - 1");
      }
    }
    return total;
  }
}
