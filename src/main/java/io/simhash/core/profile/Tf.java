package io.simhash.core.profile;

/**
 * The factor of how often a feature occurs in its document.
 *
 * <p>Dividing by the document's length is not offered: it scales all weights alike and so changes
 * the sign of no sum.
 */
public enum Tf {
  /** {@code tf}. */
  COUNT,
  /** {@code 1 + ln tf}: each repetition counts less than the one before. */
  LOG,
  /** {@code 1}: features are a set. */
  BINARY;

  /** The factor of a feature that occurs so often, at least once. */
  public double factor(int occurrences) {
    return switch (this) {
      case COUNT -> occurrences;
      case LOG -> 1 + StrictMath.log(occurrences);
      case BINARY -> 1;
    };
  }
}
