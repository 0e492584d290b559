package io.simhash.core.base;

import java.util.Locale;

/** Errors of bad input, whose sentences users read. */
public final class Errors {

  private Errors() {}

  /**
   * An error with a sentence in which each {@code %s} is replaced by a value.
   *
   * @param values the values, in order, as {@link String#valueOf} writes them
   */
  public static IllegalArgumentException invalid(String sentence, Object... values) {
    return new IllegalArgumentException(String.format(Locale.ROOT, sentence, values));
  }

  /** The same with a cause. */
  public static IllegalArgumentException invalid(
      Throwable cause, String sentence, Object... values) {
    return new IllegalArgumentException(String.format(Locale.ROOT, sentence, values), cause);
  }
}
