package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.text.TextFingerprinter;
import java.util.List;

/**
 * The maximum length of a text in a query, checked once when the query is read, and of all texts in
 * the queries of a request.
 */
final class TextLimit {

  /**
   * The maximum number of characters of text that the near queries of a request carry together:
   * five texts of the maximum length. A text counts in each query that carries it, because each is
   * sent to every shard: the request to a shard has at most 15 MB of text in UTF-8.
   */
  static final long MAX_CHARACTERS = 5_000_000;

  private TextLimit() {}

  /** The number of characters of some texts together. */
  static long length(List<String> texts) {
    return texts.stream().mapToLong(String::length).sum();
  }

  static void require(String name, long length) {
    if (length > TextFingerprinter.MAX_TEXT_LENGTH) {
      throw invalid(
          "[%s] must have at most [%s] characters but had [%s]",
          name, TextFingerprinter.MAX_TEXT_LENGTH, length);
    }
  }
}
