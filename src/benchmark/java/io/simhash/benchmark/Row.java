package io.simhash.benchmark;

import java.util.function.IntFunction;

/**
 * One row of the table of queries.
 *
 * @param index the index that is asked
 * @param name its name in the table
 * @param query the query of a key, see {@link Keys}
 * @param keys the keys, in the order in which they are asked
 * @param expected what must be found
 * @param clients closed loops at the same time
 * @param each queries in one request: 1, or those of an {@code _msearch}
 * @param versus the row, as {@code index/name}, that this is compared with beside {@code term}; ""
 *     for none
 */
record Row(
    String index,
    String name,
    IntFunction<String> query,
    Keys keys,
    Expected expected,
    int clients,
    int each,
    String versus) {

  static final String TERM = "term";

  static Row of(
      String index, String name, Keys keys, Expected expected, IntFunction<String> query) {
    return new Row(index, name, query, keys, expected, 1, 1, "");
  }

  Row withClients(int number) {
    return new Row(
        index, name + ", " + number + " clients", query, keys, expected, number, 1, key());
  }

  Row withName(String other) {
    return new Row(index, other, query, keys, expected, clients, each, versus);
  }

  Row comparedWith(String key) {
    return new Row(index, name, query, keys, expected, clients, each, key);
  }

  /** The same with many queries in a request. */
  Row manyTimes(String other, int number) {
    return new Row(index, other, query, keys, expected, clients, number, key());
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
    if (each > 1) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < each; i++) {
        lines.append("{\"request_cache\": false}\n");
        lines.append(search(query.apply(keys.at(n * each + i)), 10, "")).append('\n');
      }
      return lines.toString();
    }
    return search(query.apply(keys.at(n)), 10, "");
  }

  /** The body that asks for up to 1,000 hits of a key, and counts all. */
  String check(int key) {
    return search(query.apply(key), 1000, ", \"track_total_hits\": true");
  }

  private static String search(String query, int size, String more) {
    return "{\"size\": " + size + ", \"_source\": false" + more + ", \"query\": " + query + "}";
  }
}
