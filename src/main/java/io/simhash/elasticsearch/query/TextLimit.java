package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.text.TextFingerprinter;

/** Refuses a text that is too long where it is typed, rather than on every shard. */
final class TextLimit {

  private TextLimit() {}

  static void require(String name, long length) {
    if (length > TextFingerprinter.MAX_TEXT_LENGTH) {
      throw invalid(
          "[%s] must have at most [%s] characters but had [%s]",
          name, TextFingerprinter.MAX_TEXT_LENGTH, length);
    }
  }
}
