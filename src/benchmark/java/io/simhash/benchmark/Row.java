package io.simhash.benchmark;

import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * One row of the table of queries.
 *
 * @param index the index that is asked
 * @param name its name in the table
 * @param query the query of a key
 * @param keys the keys, in the order in which they are asked
 * @param expected what must be found
 * @param each queries in one request: 1, or those of an {@code _msearch}
 * @param versus the row, as {@code index/name}, that this is compared with beside {@code term}; ""
 *     for none
 */
record Row(
    String index,
    String name,
    IntFunction<String> query,
    Keys keys,
    Check.Expected expected,
    int each,
    String versus) {

  static final String TERM = "term";

  /**
   * The order in which the keys of queries are asked: families of {@link Planted}, or documents.
   * Each is asked once before one is asked again, and each row begins elsewhere.
   *
   * @param number how many there are
   * @param start where the order begins
   * @param key the key at a position in [0, number)
   */
  record Keys(int number, int start, IntUnaryOperator key) {

    private static final int[] STRIDES = {7919, 104_729, 3};

    static Keys all(int number, int start) {
      return new Keys(number, start, position -> position);
    }

    /** The key of query n. */
    int at(int n) {
      long position = Integer.toUnsignedLong(start) + (long) n * stride();
      return key.applyAsInt((int) Math.floorMod(position, (long) number));
    }

    private int stride() {
      for (int stride : STRIDES) {
        if (number % stride != 0) {
          return stride;
        }
      }
      return 1;
    }
  }

  static Row of(
      String index, String name, Keys keys, Check.Expected expected, IntFunction<String> query) {
    return new Row(index, name, query, keys, expected, 1, "");
  }

  Row comparedWith(String key) {
    return new Row(index, name, query, keys, expected, each, key);
  }

  /** The same with many queries in a request. */
  Row manyTimes(String other, int number) {
    return new Row(index, other, query, keys, expected, number, key());
  }

  /** Its name among all rows. */
  String key() {
    return index + "/" + name;
  }

  /** The row that its times are divided by. */
  String termKey() {
    return index + "/" + TERM;
  }

  String path() {
    return "/" + index + (each > 1 ? "/_msearch" : "/_search?request_cache=false");
  }

  /** The body of request n, counted from 0 over the whole run. */
  String body(int n) {
    if (each == 1) {
      return search(query.apply(keys.at(n)), 10, "");
    }
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < each; i++) {
      lines.append("{\"request_cache\": false}\n");
      lines.append(search(query.apply(keys.at(n * each + i)), 10, "")).append('\n');
    }
    return lines.toString();
  }

  /** The body that asks for up to {@value Check#SHOWN} hits of a key, and counts all. */
  String check(int key) {
    return search(query.apply(key), Check.SHOWN, ", \"track_total_hits\": true");
  }

  /** The body that asks for the hits of a key and how they are found. */
  String profile(int key) {
    return search(query.apply(key), 10, ", \"profile\": true");
  }

  private static String search(String query, int size, String more) {
    return "{\"size\": " + size + ", \"_source\": false" + more + ", \"query\": " + query + "}";
  }
}
