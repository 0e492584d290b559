package io.simhash.core.feature;

import static io.simhash.core.base.Errors.invalid;

import java.util.Objects;

/**
 * One unit of an analyzer's output.
 *
 * @param term the text of the token, as the analyzer normalised it
 * @param partOfSpeech the part of speech or other type that the analyzer gave it, possibly empty
 * @param start offset of its first UTF-16 unit in the analysed text
 * @param end offset behind its last UTF-16 unit
 */
public record Token(String term, String partOfSpeech, int start, int end) {
  public Token {
    Objects.requireNonNull(term, "term");
    Objects.requireNonNull(partOfSpeech, "partOfSpeech");
    requireOrdered(start, end);
  }

  static void requireOrdered(int start, int end) {
    if (start < 0 || end < start) {
      throw invalid("offsets must be ordered but were [%s,%s]", start, end);
    }
  }
}
