package io.simhash.lucene.text;

import java.util.Optional;

/** An analyzer, or the tokenizer in one, that knows everything in it that decides a token. */
public interface Identified {

  /** One line that changes when, and only when, some text may get other tokens. */
  String identity();

  /** Why every text is refused; empty if texts are analysed. */
  default Optional<String> refusal() {
    return Optional.empty();
  }
}
