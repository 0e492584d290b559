package io.simhash.core.base;

/**
 * Weights in fixed point: a {@code long} that counts steps of 2^-20.
 *
 * <p>Sums of such weights are exact, so a fingerprint does not depend on the order in which
 * features are added up, on the loop's shape or on the machine.
 */
public final class Weight {

  /** Steps in a weight of 1. */
  public static final long ONE = 1L << 20;

  /** The largest weight; larger ones are clamped to it. */
  public static final double MAX = 1 << 24;

  private Weight() {}

  /**
   * The nearest multiple of 2^-20, halves to the even one, after clamping to [0, 2^24].
   *
   * @throws IllegalArgumentException if {@code weight} is not a number
   */
  public static long of(double weight) {
    if (Double.isNaN(weight)) {
      throw new IllegalArgumentException("a weight must be a number but was [NaN]");
    }
    return (long) StrictMath.rint(Math.clamp(weight, 0, MAX) * ONE);
  }

  /** The weight as a floating-point number, exactly. */
  public static double toDouble(long weight) {
    return (double) weight / ONE;
  }
}
