package io.simhash.core.profile;

/** The tokens that a cue phrase marks. */
public enum CueScope {
  /** Every token of the sentence that contains the phrase. The default. */
  SENTENCE,
  /** The tokens that overlap the phrase itself. */
  TOKEN;
}
