package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.text.TextFingerprinter;

/** The maximum length of a text in a query, checked once when the query is read. */
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
