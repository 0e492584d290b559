package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares the hits of rows with brute force, so that no row is fast because it is wrong. */
final class Check {

  /** The number of hits that are compared. */
  static final int SHOWN = 1000;

  private static final int QUERIES = 4;

  private Check() {}

  /** The hits that a row must find. */
  @FunctionalInterface
  interface Expected {

    Expected NOTHING = (truth, key) -> Set.of();

    /** The members of the family, which are the documents of its term. */
    Expected FAMILY = Planted::term;

    Expected ALL = (truth, key) -> where(truth, document -> true);

    /** At least the document itself. */
    Expected ITSELF = (truth, key) -> Set.of(key);

    Set<Integer> of(Planted truth, int key);

    /** All documents within the radius. */
    static Expected within(int radius) {
      return (truth, key) -> {
        long query = truth.query(key);
        return where(truth, d -> Long.bitCount(query ^ truth.fingerprint(d)) <= radius);
      };
    }

    private static Set<Integer> where(Planted truth, IntPredicate isExpected) {
      return IntStream.range(0, truth.documents())
          .parallel()
          .filter(isExpected)
          .boxed()
          .collect(Collectors.toSet());
    }
  }

  /**
   * Asks some of a row's queries, and returns the mean number of hits.
   *
   * @throws AssertionError if a hit is wrong or missing
   */
  static double hits(Http http, Row row, Planted truth) {
    long hits = 0;
    for (int i = 0; i < QUERIES; i++) {
      int key = row.keys().at(-1 - i);
      Response response = http.post("/" + row.index() + "/_search", row.check(key)).ok();
      Set<Integer> ids = response.ids().stream().map(Integer::valueOf).collect(Collectors.toSet());
      int total = response.<Number>at("hits.total.value").intValue();
      hits += total;
      require(row, key, row.expected().of(truth, key), ids, total);
    }
    return (double) hits / QUERIES;
  }

  private static void require(Row row, int key, Set<Integer> right, Set<Integer> ids, int total) {
    boolean equal =
        total == right.size()
            && right.containsAll(ids)
            && (ids.size() == SHOWN || ids.containsAll(right));
    boolean atLeast = row.expected() == Expected.ITSELF && ids.containsAll(right);
    if (equal == false && atLeast == false) {
      throw new AssertionError(
          "[%s] must find %s documents but found %s for key [%s]: expected %s but had %s"
              .formatted(row.key(), right.size(), total, key, few(right), few(ids)));
    }
  }

  private static List<Integer> few(Set<Integer> ids) {
    return ids.stream().sorted().limit(10).toList();
  }
}
