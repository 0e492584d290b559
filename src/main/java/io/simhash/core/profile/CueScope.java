package io.simhash.core.profile;

import java.util.Locale;

/** What a cue phrase marks. */
public enum CueScope {
  /** Every token of the sentence in which the phrase stands. The default. */
  SENTENCE,
  /** The tokens that overlap the phrase itself. */
  TOKEN;

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
