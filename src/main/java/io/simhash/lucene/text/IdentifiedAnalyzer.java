package io.simhash.lucene.text;

/**
 * An analyzer, or the tokenizer in one, that can say what decides its tokens: for the profile id.
 */
public interface IdentifiedAnalyzer {

  /** One line that changes when, and only when, some text may get other tokens. */
  String identity();
}
