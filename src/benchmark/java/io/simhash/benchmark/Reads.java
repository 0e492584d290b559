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
  private static final Pattern COUNT = Pattern.compile("(\\d+) (?:whole )?(\\w+)");

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
        Matcher counts = COUNT.matcher((String) child.get("description"));
        while (counts.find()) {
          add.accept(counts.group(2).replaceAll("s$", "") + "s", Long.valueOf(counts.group(1)));
        }
        Map<?, ?> breakdown = (Map<?, ?>) query.get("breakdown");
        add.accept("candidates", ((Number) breakdown.get("match_count")).longValue());
      }
      add(child, add);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> lines(Map<String, Object> json, String name) {
    return (List<Map<String, Object>>) json.getOrDefault(name, List.of());
  }
}
