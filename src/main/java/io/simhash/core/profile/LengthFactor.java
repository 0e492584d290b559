package io.simhash.core.profile;

/** The factor of a word's length, in code points. */
public enum LengthFactor {
  /** {@code 1}. */
  NONE,
  /**
   * {@code exp(-(x - 4.51)² / (2 · 2.207²))}, at most 1: the shape of a normal fit to the lengths
   * of 10,000 Chinese terms.
   */
  GAUSSIAN,
  /**
   * {@code 0.5 + 0.5 · (x - min) / (max - min)} over the words of the document, 1 where all are of
   * one length: the floor of one half keeps the shortest words.
   */
  MINMAX;

  private static final double MEAN = 4.51;
  private static final double DEVIATION = 2.207;
  private static final double FLOOR = 0.5;

  /** The factor of a word of a length, in a document with these shortest and longest words. */
  public double factor(int length, int shortest, int longest) {
    return switch (this) {
      case NONE -> 1;
      case GAUSSIAN -> gaussian(length - MEAN);
      case MINMAX ->
          shortest == longest
              ? 1
              : FLOOR + (1 - FLOOR) * (length - shortest) / (longest - shortest);
    };
  }

  private static double gaussian(double offset) {
    return StrictMath.exp(-(offset * offset) / (2 * DEVIATION * DEVIATION));
  }
}
