package io.simhash.elasticsearch.query;

/** Refuses what is no part of a whole. */
final class Fraction {

  private Fraction() {}

  static void require(String name, double value) {
    // Written so that NaN is refused too.
    if ((value >= 0 && value <= 1) == false) {
      throw new IllegalArgumentException(
          "[" + name + "] must be in [0, 1] but was [" + value + "]");
    }
  }
}
