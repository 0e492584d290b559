package io.simhash.core.base;

import java.util.Locale;

/** Sentences that users read, and the errors of bad input that have one. */
public final class Errors {

  private Errors() {}

  /** A sentence in which each {@code %s} is replaced by a value, as {@link String#valueOf}. */
  public static String sentence(String sentence, Object... values) {
    return String.format(Locale.ROOT, sentence, values);
  }

  /** An error with a {@link #sentence}. */
  public static IllegalArgumentException invalid(String sentence, Object... values) {
    return new IllegalArgumentException(sentence(sentence, values));
  }

  /** The same with a cause. */
  public static IllegalArgumentException invalid(
      Throwable cause, String sentence, Object... values) {
    return new IllegalArgumentException(sentence(sentence, values), cause);
  }
}
