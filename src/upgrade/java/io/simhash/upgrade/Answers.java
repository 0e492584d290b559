package io.simhash.upgrade;

import io.simhash.demo.Articles;
import io.simhash.demo.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answers of an index that an upgrade must not change, each under a name: hits with their
 * scores, groups, and what is stored of each document.
 */
record Answers(Map<String, String> byName) {

  /** The queries of which each article is asked, by a name; they have the article's id. */
  static final Map<String, String> QUERIES =
      new TreeMap<>(
          Map.of(
              "simhash_near",
              """
              {"simhash_near": {"field": "simhash", "like": {"_index": "articles", "_id": "%s"}}}""",
              "simhash_near by analyzer",
              """
              {"simhash_near": {"field": "content.simhash", "like": {"_index": "articles", "_id": "%s"}}}""",
              "simhash_near by fingerprint",
              """
              {"simhash_near": {"field": "simhash", "like": {"_index": "articles", "_id": "%s"},
                "max_distance": 8, "min_similarity": 0}}""",
              "minhash_near",
              """
              {"minhash_near": {"field": "content.shingles", "like": {"_index": "articles", "_id": "%s"}}}"""));

  private static final String GROUPS =
      """
      {"size": 0, "aggs": {"groups": {"near_duplicates": {"field": "simhash", "size": 50}}}}""";

  private static final String STORED =
      """
      {"size": 1000, "sort": ["id"], "_source": ["simhash", "near_duplicate_of"]}""";

  /**
   * Asks a node.
   *
   * @param searched the name of the node whose copies of the shards are searched; empty for any
   */
  static Answers of(Node node, Articles articles, String searched)
      throws IOException, InterruptedException {
    String path =
        "/articles/_search" + (searched.isEmpty() ? "" : "?preference=_only_nodes:" + searched);
    Map<String, String> answers = new LinkedHashMap<>();
    for (String query : QUERIES.keySet()) {
      for (String id : articles.byId().keySet()) {
        answers.put(query + " " + id, Node.write(scores(node, path, query, id)));
      }
    }
    Map<String, Object> groups = Node.object(node.ask("POST", path, GROUPS), "aggregations");
    answers.put("near_duplicates", Node.write(groups));
    for (Map<String, Object> hit : hits(node.ask("POST", path, STORED))) {
      answers.put("stored " + hit.get("_id"), Node.write(Node.object(hit, "_source")));
    }
    return new Answers(answers);
  }

  /** The hits of a query for an article, with their scores, in the order of their ids. */
  static Map<String, Object> scores(Node node, String path, String query, String id)
      throws IOException, InterruptedException {
    return scores(node.ask("POST", path, search(query, id)));
  }

  static String search(String query, String id) {
    return "{\"size\": 1000, \"_source\": false, \"query\": "
        + QUERIES.get(query).formatted(id)
        + "}";
  }

  static Map<String, Object> scores(Map<String, Object> answer) {
    Map<String, Object> scores = new TreeMap<>();
    hits(answer).forEach(hit -> scores.put((String) hit.get("_id"), hit.get("_score")));
    return scores;
  }

  static List<Map<String, Object>> hits(Map<String, Object> answer) {
    if (Node.object(answer, "_shards").get("failed").equals(0) == false) {
      throw new IllegalStateException("shards failed: " + answer);
    }
    return Node.objects(Node.object(answer, "hits"), "hits");
  }

  /** The number of hits of all searches. */
  int hits() {
    int hits = 0;
    for (Map.Entry<String, String> answer : byName.entrySet()) {
      if (QUERIES.keySet().stream().anyMatch(query -> answer.getKey().startsWith(query + " "))) {
        hits += Node.read(answer.getValue()).size();
      }
    }
    return hits;
  }

  static Answers read(Path file) throws IOException {
    Map<String, String> answers = new LinkedHashMap<>();
    Node.read(Files.readString(file)).forEach((name, value) -> answers.put(name, (String) value));
    return new Answers(answers);
  }

  void write(Path file) throws IOException {
    Files.writeString(file, Node.write(byName));
  }
}
