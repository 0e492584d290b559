package io.simhash.benchmark;

import io.simhash.distribution.Http;
import io.simhash.distribution.Response;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares the hits of rows with brute force, so that no row is fast because it is wrong. */
final class Check {

  private static final int QUERIES = 4;
  private static final int SHOWN = 1000;

  private final Http http;

  Check(Http http) {
    this.http = http;
  }

  /**
   * The result of a check.
   *
   * @param hits the mean number of hits
   * @param recall the share of the expected hits that were found
   */
  record Found(double hits, double recall) {}

  /**
   * Asks some of a row's queries.
   *
   * @throws AssertionError if a hit is wrong, or is missing in a row whose recall must be 1
   */
  Found of(Row row, Fingerprints truth, int queries) {
    long hits = 0;
    long expected = 0;
    long found = 0;
    for (int i = 0; i < queries; i++) {
      int key = row.keys().at(-1 - i);
      Response response = http.post("/" + row.index() + "/_search", row.check(key)).ok();
      Set<Integer> ids = response.ids().stream().map(Integer::valueOf).collect(Collectors.toSet());
      int total = response.<Number>at("hits.total.value").intValue();
      Set<Integer> right = expected(row, truth, key);
      Set<Integer> both = new TreeSet<>(ids);
      both.retainAll(right);
      hits += total;
      // No more than these are returned.
      expected += Math.min(right.size(), SHOWN);
      found += both.size();
      require(row, key, right, ids, total);
    }
    return new Found((double) hits / queries, expected == 0 ? 1 : (double) found / expected);
  }

  Found of(Row row, Fingerprints truth) {
    return of(row, truth, QUERIES);
  }

  private static void require(Row row, int key, Set<Integer> right, Set<Integer> ids, int total) {
    boolean all = row.expected().kind() != Expected.Kind.RECALL;
    boolean subset = right.containsAll(ids);
    boolean complete = ids.containsAll(right) || right.size() > SHOWN && ids.size() == SHOWN;
    if (row.expected().kind() == Expected.Kind.ITSELF) {
      subset = true;
      complete = ids.contains(key);
    } else if (all && total != right.size()) {
      complete = false;
    }
    if (subset == false || all && complete == false) {
      throw new AssertionError(
          "[%s] must find %s documents but found %s for key [%s]: expected %s but had %s"
              .formatted(row.key(), right.size(), total, key, few(right), few(ids)));
    }
  }

  private static List<Integer> few(Set<Integer> ids) {
    return ids.stream().sorted().limit(10).toList();
  }

  private static Set<Integer> expected(Row row, Fingerprints truth, int key) {
    return switch (row.expected().kind()) {
      case NONE, ITSELF -> Set.of();
      case ALL -> where(truth, document -> true);
      case TERM -> truth.term(key);
      case FAMILY -> {
        Set<Integer> found = new TreeSet<>(truth.term(key));
        found.addAll(within(row, truth, key, document -> truth.hasSignature(document) == false));
        yield found;
      }
      case WITHIN, RECALL -> within(row, truth, key, document -> true);
    };
  }

  private static Set<Integer> within(
      Row row, Fingerprints truth, int key, IntPredicate isExpected) {
    long query = truth.query(key);
    int radius = row.expected().radius();
    return where(
        truth,
        document ->
            isExpected.test(document)
                && Long.bitCount(query ^ truth.fingerprint(document)) <= radius);
  }

  private static Set<Integer> where(Fingerprints truth, IntPredicate isExpected) {
    return IntStream.range(0, truth.documents())
        .parallel()
        .filter(isExpected)
        .boxed()
        .collect(Collectors.toSet());
  }
}
