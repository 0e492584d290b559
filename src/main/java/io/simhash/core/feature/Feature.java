package io.simhash.core.feature;

import io.simhash.core.base.Weight;
import java.util.Locale;
import java.util.Map;

/**
 * One hashed, weighted unit of a text.
 *
 * @param text the token or shingle
 * @param partOfSpeech part of speech of the token; for a shingle the parts of speech of its tokens,
 *     joined by one space
 * @param occurrences how often it occurs in the body
 * @param factors the factors of its weight; one that is missing is 1
 * @param weight its weight in fixed point ({@link Weight}), above 0; after {@code top} and {@code
 *     weight_levels}
 */
public record Feature(
    String text,
    String partOfSpeech,
    int occurrences,
    Map<Factor, Double> factors,
    long hash,
    long weight) {

  /** A factor of a feature's weight, in the order in which they are multiplied. */
  public enum Factor {
    /** Term frequency. */
    TF,
    /** Inverse document frequency. */
    IDF,
    /** The length of the word. */
    LENGTH,
    /** The part of speech. */
    POS,
    /** The mark of a cue phrase. */
    CUE,
    /** The mark of the title. */
    TITLE,
    /** The boost of the field. */
    FIELD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public double factor(Factor factor) {
    return factors.getOrDefault(factor, 1.0);
  }
}
