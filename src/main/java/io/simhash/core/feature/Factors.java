package io.simhash.core.feature;

/**
 * The factors of one feature's weight; one that is not in use is 1.
 *
 * @param tf term frequency factor
 * @param idf inverse document frequency
 * @param length word length factor
 * @param pos part-of-speech factor
 * @param cue factor of a cue phrase's mark
 * @param title factor of the title's mark
 * @param field boost of the field
 */
public record Factors(
    double tf, double idf, double length, double pos, double cue, double title, double field) {

  /** {@code tf · idf · length · pos · cue · title · field}, multiplied in this order. */
  public double product() {
    return tf * idf * length * pos * cue * title * field;
  }
}
