package io.simhash.lucene.ansj;

import java.util.Comparator;

/**
 * One word of a sentence.
 *
 * @param start offset of its first UTF-16 unit in the sentence
 * @param end offset behind its last one
 * @param type part of speech
 */
record Segment(int start, int end, String type) {

  /** In reading order; of two that begin together the longer one first. */
  static final Comparator<Segment> ORDER =
      Comparator.comparingInt(Segment::start)
          .thenComparing(Segment::end, Comparator.reverseOrder());

  int length() {
    return end - start;
  }
}
