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
public record BodyField(String text, Tokens tokens, double boost) {
  public BodyField {
    Objects.requireNonNull(text, "text");
    Ranges.requireFactor("fields", boost);
  }

  /** A field whose tokens are in a list. */
  public BodyField(String text, List<Token> tokens, double boost) {
    this(text, Tokens.of(tokens), boost);
  }
}
