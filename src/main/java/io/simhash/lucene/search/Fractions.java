package io.simhash.lucene.search;

/** Checks numbers that are parts of a whole. */
final class Fractions {

  private Fractions() {}

  /** The value itself, if it is in [0, 1]. */
  static double require(String name, double value) {
    // Written so that NaN is refused too.
    if ((value >= 0 && value <= 1) == false) {
      throw new IllegalArgumentException(
          "[" + name + "] must be in [0, 1] but was [" + value + "]");
    }
    return value;
  }
}
