package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import java.util.Collection;
import java.util.Map;

/**
 * The maximum length of a text in a query, checked once when the query is read, and of all texts in
 * the queries of a request.
 */
public final class TextLimit {

  /** The maximum number of characters of a text in a query, or of the values of a set together. */
  public static final long MAX_TEXT = 200_000;

  /**
   * The maximum number of characters of text that the near queries of a request carry together. A
   * text counts in each query that carries it, because each is sent to every shard, which analyses
   * it: 200,000 characters take some 0.1 s.
   */
  public static final long MAX_CHARACTERS = 1_000_000;

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

  /** Requires a length that is allowed for one text. */
  public static void require(String name, long length) {
    if (length > MAX_TEXT) {
      throw invalid("[%s] must have at most [%s] characters but had [%s]", name, MAX_TEXT, length);
    }
  }
}
