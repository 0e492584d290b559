package io.simhash.lucene.text;

/** An analyzer, or the tokenizer in one, that knows everything in it that decides a token. */
public interface Identified {

  /** One line that changes when, and only when, some text may get other tokens. */
  String identity();
}
