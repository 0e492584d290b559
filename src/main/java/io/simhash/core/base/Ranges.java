package io.simhash.core.base;

import static io.simhash.core.base.Errors.invalid;

/** Range checks of options, all with the same sentence. */
public final class Ranges {

  private Ranges() {}

  /**
   * Requires a number in [{@code min}, {@code max}]; NaN is in no range. The error names the
   * option, the range and the value.
   */
  public static <N extends Number> N require(String option, N value, int min, int max) {
    if (value.doubleValue() >= min && value.doubleValue() <= max) {
      return value;
    }
    String range =
        max == Integer.MAX_VALUE ? "at least [" + min + "]" : "in [" + min + ", " + max + "]";
    throw invalid("[%s] must be %s but was [%s]", option, range, value);
  }

  /** Requires a number in [0, 1]. */
  public static double requireFraction(String option, double value) {
    return require(option, value, 0, 1);
  }

  /** Requires the factor of a weight: above 0 and at most 1000. */
  public static double requireFactor(String option, double value) {
    if (value > 0 && value <= 1000) {
      return value;
    }
    throw invalid("[%s] must hold factors above 0 and at most 1000 but was [%s]", option, value);
  }
}
