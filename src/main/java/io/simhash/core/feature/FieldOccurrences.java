package io.simhash.core.feature;

/** The occurrences of features in one field of a document, in order. */
sealed interface FieldOccurrences permits TokenOccurrences, CharacterOccurrences {

  /** A factor of the weight that may differ between occurrences of one feature. */
  enum Factor {
    IDF,
    LENGTH,
    POS,
    CUE,
    TITLE,
    FIELD
  }

  /** The hash of each occurrence. */
  long[] hashes();

  /** Whether a factor may differ from 1. */
  boolean has(Factor factor);

  /** A factor that may differ from 1, at one occurrence. */
  double factor(Factor factor, int occurrence);

  /** The text of the feature. */
  String text(int occurrence);

  /** The part of speech; empty if there is none. */
  String partOfSpeech(int occurrence);
}
