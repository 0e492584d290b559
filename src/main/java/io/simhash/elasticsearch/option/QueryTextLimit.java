package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

/** The maximum length of a text in a query, and of all texts in the queries of a request. */
public final class QueryTextLimit {

  /**
   * The maximum number of characters of text that the near queries of a request carry together. A
   * text counts in each query that carries it, because each is sent to every shard, which analyses
   * it: 200,000 characters take some 0.1 s.
   */
  public static final long MAX_REQUEST = 1_000_000;

  /** The maximum number of characters of a text in a query, or of the values of a set together. */
  private static final long MAX_TEXT = 200_000;

  private QueryTextLimit() {}

  /** Whether a text is not too long for a query. */
  public static boolean fits(long length) {
    return length <= MAX_TEXT;
  }

  /** Requires the length of a text in a query, or of the values of a set. */
  public static void require(String name, long length) {
    if (fits(length) == false) {
      throw invalid("[%s] must have at most [%s] characters but had [%s]", name, MAX_TEXT, length);
    }
  }
}
