package io.simhash.elasticsearch.analysis;

/**
 * The words of a file, or the reason why the file cannot be used. An analyzer without its words
 * must not analyse a text: its tokens would be others.
 *
 * @param words the words; null if they cannot be used
 * @param refusal the reason, a sentence for users; null if there are words
 */
record Words<T>(T words, String refusal) {

  static <T> Words<T> of(T words) {
    return new Words<>(words, null);
  }

  static <T> Words<T> refused(String reason) {
    return new Words<>(null, reason);
  }
}
