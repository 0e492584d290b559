package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The hits of searches as ids with scores, many searches in one request. */
public final class Hits {

  private static final int SHOWN = 10;
  private static final String ONLY =
      "&filter_path=responses.hits.hits._id,responses.hits.hits._score,responses.status";

  private Hits() {}

  /** Asks for all hits of each query, in the order that Elasticsearch gives them. */
  public static List<Map<String, Float>> of(Http http, String index, List<String> queries) {
    return of(http, index, queries, "");
  }

  /** The same, from the copies of the shards that {@code preference} names. */
  public static List<Map<String, Float>> of(
      Http http, String index, List<String> queries, String preference) {
    String header =
        Http.json(preference.isEmpty() ? Map.of() : Map.of("preference", preference)) + "\n";
    StringBuilder lines = new StringBuilder();
    for (String query : queries) {
      lines
          .append(header)
          .append("{\"size\": 10000, \"_source\": false, \"query\": ")
          .append(query.replace('\n', ' '));
      lines.append("}\n");
    }
    String path = "/" + index + "/_msearch?max_concurrent_searches=2" + ONLY;
    Response response = http.post(path, lines.toString()).ok();
    List<Map<String, Object>> responses = response.at("responses");
    return responses.stream().map(Hits::hits).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Float> hits(Map<String, Object> response) {
    assertEquals(response.toString(), 200, response.get("status"));
    Map<String, Object> hits = (Map<String, Object>) response.getOrDefault("hits", Map.of());
    Map<String, Float> scores = new LinkedHashMap<>();
    for (Map<String, Object> hit :
        (List<Map<String, Object>>) hits.getOrDefault("hits", List.of())) {
      scores.put((String) hit.get("_id"), ((Number) hit.get("_score")).floatValue());
    }
    return scores;
  }

  /** Fails, showing some of the differences, unless both have the same ids and scores. */
  static void assertSame(String search, Map<String, Float> expected, Map<String, Float> actual) {
    List<String> differences = new ArrayList<>();
    Map<String, Float> unexpected = new HashMap<>(actual);
    new TreeMap<>(expected)
        .forEach(
            (id, score) -> {
              Float found = unexpected.remove(id);
              if (score.equals(found) == false) {
                differences.add(id + " has " + found + " and not " + score);
              }
            });
    new TreeMap<>(unexpected).forEach((id, score) -> differences.add(id + " is no neighbour"));
    List<String> shown = differences.subList(0, Math.min(SHOWN, differences.size()));
    assertEquals(search + ": " + shown + " of " + differences.size(), 0, differences.size());
  }
}
