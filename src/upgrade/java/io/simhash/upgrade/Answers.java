package io.simhash.upgrade;

import io.simhash.demo.Node;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The answers of a node about the articles, by the name of each request. An upgrade must not change
 * it.
 */
final class Answers {

  /** The query that no signature has a part in. */
  static final String BY_FINGERPRINT = "simhash_near by fingerprint";

  /** The queries about each article, by name; [%s] is the article. */
  static final Map<String, String> QUERIES =
      new TreeMap<>(
          Map.of(
              "simhash_near",
              """
              {"simhash_near": {"field": "simhash", "like": %s}}""",
              "simhash_near on an analyzed field",
              """
              {"simhash_near": {"field": "content.simhash", "like": %s}}""",
              BY_FINGERPRINT,
              """
              {"simhash_near": {"field": "simhash", "like": %s, "max_distance": 8}}""",
              "simhash_near with confirm",
              """
              {"simhash_near": {"field": "simhash", "like": %s, "confirm": {"field": "content"}}}""",
              "simhash_near with minhash",
              """
              {"simhash_near": {"field": "simhash", "like": %1$s,
                "minhash": {"field": "content.shingles", "like": %1$s}}}""",
              "minhash_near",
              """
              {"minhash_near": {"field": "content.shingles", "like": %s}}"""));

  private static final String GROUPS =
      """
      {"size": 0, "aggs": {"groups": {"near_duplicates": {"field": "simhash", "size": 100}}}}""";

  private static final String COLLAPSE =
      """
      {"size": 100, "_source": false, "retriever": {"near_duplicate_collapse": {"field": "simhash",
        "retriever": {"standard": {"query": {"match_all": {}}, "sort": ["id"]}}}}}""";

  private static final String STORED =
      """
      {"size": 10000, "_source": ["simhash", "near_duplicate_of"]}""";

  private Answers() {}

  /**
   * Asks a node everything.
   *
   * @param preference which copies of the shards answer the searches
   */
  static Map<String, Object> of(Node node, Set<String> ids, String preference)
      throws IOException, InterruptedException {
    String search = "/articles/_search?preference=" + preference;
    Map<String, Object> answers = new LinkedHashMap<>();
    for (String query : QUERIES.keySet()) {
      for (String id : ids) {
        answers.put(query + " " + id, scores(node.ask("POST", search, request(query, id))));
      }
    }
    answers.put("near_duplicates", node.ask("POST", search, GROUPS).get("aggregations"));
    answers.put("near_duplicate_collapse", hits(node.ask("POST", search, COLLAPSE)));
    answers.put("stored", stored(node, "articles", preference));
    Map<String, Object> clusters =
        node.ask("POST", "/articles/_simhash/clusters", "{\"field\": \"simhash\"}");
    clusters.remove("took");
    answers.put("clusters", clusters);
    answers.put("statistics of the index", node.ask("GET", "/articles/_simhash/stats", null));
    answers.put("nodes with statistics", node.ask("GET", "/_simhash/stats", null).get("_nodes"));
    return answers;
  }

  /** A search with a query about an article. */
  static String request(String query, String id) {
    String like = "{\"_index\": \"articles\", \"_id\": \"%s\"}".formatted(id);
    return "{\"size\": 1000, \"_source\": false, \"query\": %s}"
        .formatted(QUERIES.get(query).formatted(like));
  }

  /** The hits of a search: their scores by their ids. */
  static Map<String, Object> scores(Map<String, Object> answer) {
    Map<String, Object> scores = new TreeMap<>();
    hits(answer).forEach(hit -> scores.put((String) hit.get("_id"), hit.get("_score")));
    return scores;
  }

  /** What the processors have written into the documents of an index, by the documents' ids. */
  static Map<String, Object> stored(Node node, String index, String preference)
      throws IOException, InterruptedException {
    Map<String, Object> stored = new TreeMap<>();
    String search = "/" + index + "/_search?preference=" + preference;
    for (Map<String, Object> hit : hits(node.ask("POST", search, STORED))) {
      stored.put((String) hit.get("_id"), hit.get("_source"));
    }
    return stored;
  }

  private static List<Map<String, Object>> hits(Map<String, Object> answer) {
    if (Node.object(answer, "_shards").get("failed").equals(0) == false) {
      throw new IllegalStateException("shards failed: " + answer);
    }
    return Node.objects(Node.object(answer, "hits"), "hits");
  }
}
