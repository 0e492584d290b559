package io.simhash.elasticsearch.query;

import io.simhash.lucene.text.TextFingerprinter;

/** Refuses a text that is too long where it is typed, rather than on every shard. */
final class TextLimit {

  private TextLimit() {}

  static void require(String name, long length) {
    if (length > TextFingerprinter.MAX_TEXT_LENGTH) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] must have at most ["
              + TextFingerprinter.MAX_TEXT_LENGTH
              + "] characters but had ["
              + length
              + "]");
    }
  }
}
