package io.simhash.benchmark;

import io.simhash.distribution.helper.Http;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a row's query reads, by the reports of near queries that a profile shows. */
final class Reads {

  private static final int QUERIES = 100;
  private static final String REPORT = "SearchReport";

  /** Such as {@code 1542 postings} or {@code whole signatures: 4}. */
  private static final Pattern COUNT =
      Pattern.compile("(?<before>\\d+) (?<unit>\\w+)|(?<counted>\\w+): (?<after>\\d+)");

  private Reads() {}

  /**
   * The numbers of the report by their units, and the {@code candidates} that are compared: the
   * mean of some queries. Empty for a row without near queries.
   */
  static Map<String, Double> of(Http http, Row row) {
    Map<String, Double> reads = new TreeMap<>();
    BiConsumer<String, Long> add =
        (unit, count) -> reads.merge(unit, (double) count / QUERIES, Double::sum);
    for (int i = 0; i < QUERIES; i++) {
      String body = row.profile(row.keys().at(-1 - i));
      List<Map<String, Object>> shards =
          http.post("/" + row.index() + "/_search", body).ok().at("profile.shards");
      for (Map<String, Object> shard : shards) {
        for (Map<String, Object> search : lines(shard, "searches")) {
          lines(search, "query").forEach(query -> add(query, add));
        }
      }
    }
    return reads;
  }

  private static void add(Map<String, Object> query, BiConsumer<String, Long> add) {
    for (Map<String, Object> child : lines(query, "children")) {
      if (REPORT.equals(child.get("type"))) {
        counts((String) child.get("description")).forEach(add);
        Map<?, ?> breakdown = (Map<?, ?>) query.get("breakdown");
        add.accept("candidates", ((Number) breakdown.get("match_count")).longValue());
      }
      add(child, add);
    }
  }

  /** The numbers of a report by their units. */
  static Map<String, Long> counts(String report) {
    Map<String, Long> counts = new TreeMap<>();
    Matcher found = COUNT.matcher(report);
    while (found.find()) {
      boolean isBefore = found.group("before") != null;
      String unit = found.group(isBefore ? "unit" : "counted");
      String count = found.group(isBefore ? "before" : "after");
      counts.merge(unit.replaceAll("s$", "") + "s", Long.valueOf(count), Long::sum);
    }
    return counts;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> lines(Map<String, Object> json, String name) {
    return (List<Map<String, Object>>) json.getOrDefault(name, List.of());
  }
}
