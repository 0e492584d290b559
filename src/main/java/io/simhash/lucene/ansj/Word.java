package io.simhash.lucene.ansj;

import java.util.Comparator;

/**
 * One word of a sentence.
 *
 * @param start offset of its first UTF-16 unit in the sentence
 * @param end offset after its last UTF-16 unit
 * @param type part of speech
 */
record Word(int start, int end, String type) {

  /** By start; of two words with the same start the longer one first. */
  static final Comparator<Word> ORDER =
      Comparator.comparingInt(Word::start).thenComparing(Word::end, Comparator.reverseOrder());

  int length() {
    return end - start;
  }
}
