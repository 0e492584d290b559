package io.simhash.core.feature;

import io.simhash.core.base.Weight;

/**
 * One hashed, weighted unit of a text.
 *
 * @param text the token or shingle
 * @param partOfSpeech part of speech of the token, of a shingle those of its tokens joined by one
 *     space
 * @param occurrences how often it occurs in the body
 * @param factors the factors of its weight
 * @param hash its 64-bit hash
 * @param weight its weight in fixed point ({@link Weight}), above 0; after {@code top} and {@code
 *     weight_levels}
 */
public record Feature(
    String text, String partOfSpeech, int occurrences, Factors factors, long hash, long weight) {

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
}
