package io.simhash.core.text;

import static io.simhash.core.base.Errors.invalid;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The length of texts, and its maximum in a document, in a query and in a request. */
public final class TextLimit {

  /**
   * The maximum number of characters, in UTF-16 units, of the texts of a document that are one text
   * together. A longer text is refused rather than cut: the fingerprint of a part would pass for
   * the fingerprint of the whole.
   */
  public static final int MAX_DOCUMENT = 1_000_000;

  /** The maximum number of characters of a text in a query, or of the values of a set together. */
  public static final int MAX_QUERY = 200_000;

  /**
   * The maximum number of characters of text that the near queries of a request carry together. A
   * text counts in each query that carries it, because each is sent to every shard, which analyses
   * it: 200,000 characters take some 0.1 s.
   */
  public static final int MAX_REQUEST = 1_000_000;

  private TextLimit() {}

  /** The number of characters of all strings in parsed JSON together; keys do not count. */
  public static long length(Object value) {
    return switch (value) {
      case Map<?, ?> map -> length(map.values());
      case Collection<?> values -> {
        // No stream: a document may be nested as deep as the stack allows.
        long sum = 0;
        for (Object each : values) {
          sum += length(each);
        }
        yield sum;
      }
      case String text -> text.length();
      case null -> 0;
      default -> 0;
    };
  }

  /** Requires texts that are together not longer than {@link #MAX_DOCUMENT}. */
  public static void requireDocument(List<String> texts) {
    require("a text", length(texts), MAX_DOCUMENT);
  }

  /** Requires a text, or values, that are not longer than {@link #MAX_QUERY}. */
  public static void requireQuery(String option, Object texts) {
    require("[" + option + "]", length(texts), MAX_QUERY);
  }

  private static void require(String name, long length, int max) {
    if (length > max) {
      throw invalid("%s must have at most [%s] characters but had [%s]", name, max, length);
    }
  }
}
