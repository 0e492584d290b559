package io.simhash.core.feature;

import io.simhash.core.base.Ranges;
import java.util.List;
import java.util.Objects;

/**
 * One field of a document's body, analysed.
 *
 * @param text the analysed text: cue phrases and character shingles are read from it
 * @param tokens its tokens, offsets into {@code text}; empty where shingles are of characters
 * @param boost factor of the features that occur in this field ({@code summary^2}), in (0, 1000]
 */
public record BodyField(String text, List<Token> tokens, double boost) {
  public BodyField {
    Objects.requireNonNull(text, "text");
    tokens = Tokens.of(tokens);
    Ranges.requireFactor("fields", boost);
  }

  /** The tokens in arrays. */
  Tokens inArrays() {
    return Tokens.of(tokens);
  }
}
