package io.simhash.core.simhash;

import java.util.Locale;

/** The score of a neighbour, in [0, 1]: 1 at distance 0, and never rising with the distance. */
public enum DistanceScore {

  /** {@code 1 / (1 + H)}: 1, .5, .333, .25 at distance 0 to 3. */
  RECIPROCAL("1 / (1 + H)"),

  /** {@code 1 - H / 64}: the fraction of equal bits. */
  LINEAR("1 - H / 64"),

  /**
   * {@code max(0, cos(πH / 64))}: the cosine of the two weighted feature vectors that the distance
   * estimates, because a bit differs with probability θ/π.
   */
  COSINE("max(0, cos(pi * H / 64))"),

  /**
   * The similarity of the two signatures; within a radius as {@link #RECIPROCAL}, so that an
   * identical document scores 1 there too.
   */
  SIMILARITY("similarity, or 1 / (1 + H) within a radius");

  private final String formula;

  DistanceScore(String formula) {
    this.formula = formula;
  }

  /** The score of a distance, 0 to 64. */
  public double of(int distance) {
    return switch (this) {
      case RECIPROCAL, SIMILARITY -> 1.0 / (1 + distance);
      case LINEAR -> 1 - (double) distance / Fingerprint.BITS;
      case COSINE -> StrictMath.max(0, StrictMath.cos(StrictMath.PI * distance / Fingerprint.BITS));
    };
  }

  /** The formula, for explanations. */
  public String formula() {
    return formula;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
