package io.simhash.core.base;

import static io.simhash.core.base.Errors.invalid;

/** Range checks of options, all with the same sentence. */
public final class Ranges {

  /** The largest factor of a weight. */
  public static final int MAX_FACTOR = 1000;

  private Ranges() {}

  /**
   * Requires an integer in [{@code min}, {@code max}].
   *
   * @return {@code value}
   * @throws IllegalArgumentException naming the option, the range and the value
   */
  public static int require(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw outside(option, String.valueOf(value), min, max);
    }
    return value;
  }

  /**
   * Requires a number in [{@code min}, {@code max}]; NaN is in no range.
   *
   * @return {@code value}
   * @throws IllegalArgumentException naming the option, the range and the value
   */
  public static double require(String option, double value, int min, int max) {
    if (value >= min && value <= max) {
      return value;
    }
    throw outside(option, String.valueOf(value), min, max);
  }

  /** Requires a number in [0, 1]. */
  public static double requireFraction(String option, double value) {
    return require(option, value, 0, 1);
  }

  /**
   * Requires the factor of a weight: above 0 and at most {@value #MAX_FACTOR}.
   *
   * @return {@code value}
   * @throws IllegalArgumentException naming the option, the range and the value
   */
  public static double requireFactor(String option, double value) {
    if (value > 0 && value <= MAX_FACTOR) {
      return value;
    }
    throw invalid(
        "[%s] must hold factors above 0 and at most %s but was [%s]", option, MAX_FACTOR, value);
  }

  private static IllegalArgumentException outside(String option, String value, int min, int max) {
    String range =
        max == Integer.MAX_VALUE ? "at least [" + min + "]" : "in [" + min + ", " + max + "]";
    return invalid("[%s] must be %s but was [%s]", option, range, value);
  }
}
