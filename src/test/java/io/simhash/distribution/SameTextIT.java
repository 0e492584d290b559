package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.GoldenFile;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * What is the same text to a reader is the same text to the query, to clusters, to {@code drop}, to
 * {@code confirm} and to the highlighter, and what is another text is not: the pairs of {@code
 * normal-form-v1.tsv}, which a second implementation has made. {@link CasesIT} has reports of
 * users.
 */
public class SameTextIT extends DistributionTestCase {

  private static final String FILE = "normal-form-v1.tsv";

  private static final String TEXTS =
      """
      {"settings": {"number_of_shards": 3}, "mappings": {"properties": {
        "name": {"type": "keyword"}, "cluster": {"type": "keyword"}, "content": {"type": "text",
        "fields": {"near": {"type": "simhash", "analyzer": "standard"},
          "passages": {"type": "passages"},
          "accents": {"type": "simhash", "analyzer": "standard", "fold": ["accents"]},
          "arabic": {"type": "simhash", "analyzer": "standard", "fold": ["arabic"]},
          "traditional": {"type": "simhash", "analyzer": "ansj", "fold": ["traditional"]},
          "numbers": {"type": "simhash", "analyzer": "standard", "fold": "numbers"}}}}}}""";

  /** A pair of texts. */
  private record Pair(String name, String first, String second) {}

  private static List<Pair> pairs(String kind, int texts) {
    return GoldenFile.rows(FILE, kind).stream()
        .map(
            row ->
                new Pair(
                    row.get(0),
                    GoldenFile.text(row.get(texts)),
                    GoldenFile.text(row.get(texts + 1))))
        .toList();
  }

  private static void index(List<Pair> pairs) {
    delete("/texts?ignore_unavailable=true");
    put("/texts", TEXTS);
    Map<String, Object> documents = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      documents.put(pair.name() + "-1", Map.of("name", pair.name(), "content", pair.first()));
      documents.put(pair.name() + "-2", Map.of("name", pair.name(), "content", pair.second()));
    }
    http().index("texts", documents, "");
  }

  /** The hit of the query for the first text of a pair among its texts; null for none. */
  private static Double score(Pair pair, String query) {
    Response found =
        post(
            "/texts/_search",
            """
                {"query": {"bool": {"filter": {"term": {"name": "%1$s"}}, "must": {%2$s,
                  "like": {"_index": "texts", "_id": "%1$s-1"}}}}}}"""
                .formatted(pair.name(), query));
    if (found.ids().isEmpty()) {
      return null;
    }
    assertEquals(List.of(pair.name() + "-2"), found.ids());
    return found.<Double>at("hits.hits.0._score");
  }

  private static String near(String field, String options) {
    return "\"simhash_near\": {\"field\": \"content." + field + "\"" + options;
  }

  @Test
  public void testTheSameText() {
    List<Pair> pairs = pairs("same", 1);
    assertTrue(pairs.size() > 20);
    index(pairs);
    post("/texts/_simhash/clusters", CLUSTERS);
    for (Pair pair : pairs) {
      assertEquals(pair.name(), 1, score(pair, near("near", "")), 0);
      String confirm = ", \"confirm\": {\"field\": \"content\"}";
      assertEquals(pair.name(), 1, score(pair, near("near", confirm)), 0);
      String first = cluster(pair.name() + "-1");
      assertEquals(pair.name(), first, cluster(pair.name() + "-2"));
    }
  }

  private static final String CLUSTERS =
      """
      {"field": "content.near", "update": {"field": "cluster"}}""";

  private static String cluster(String id) {
    return get("/texts/_doc/" + id).at("_source.cluster");
  }

  /** Copies in another form are dropped; other words of the same consonants are kept. */
  @Test
  public void testDrop() {
    put(
        "/_ingest/pipeline/drop",
        """
            {"processors": [{"simhash": {"field": "content"}},
              {"near_duplicate": {"on_duplicate": "drop"}}]}""");
    put(
        "/drop",
        """
            {"settings": {"default_pipeline": "drop"},
             "mappings": {"properties": {"simhash": {"type": "simhash"}}}}""");
    for (Pair pair : pairs("same", 1)) {
      add(pair.name() + "-1", pair.first());
      assertEquals(pair.name(), "noop", add(pair.name() + "-2", pair.second()));
    }
    for (Pair pair : pairs("other", 1)) {
      assertEquals(pair.name(), "created", add(pair.name() + "-3", pair.first()));
      assertEquals(pair.name(), "created", add(pair.name() + "-4", pair.second()));
    }
    delete("/drop");
    delete("/_ingest/pipeline/drop");
  }

  private static String add(String id, String text) {
    String document = Http.json(Map.of("content", text));
    Response answer = http().bulk("/drop/_bulk?refresh=true", List.of(action(id), document)).ok();
    return answer.at("items.0.index.result");
  }

  private static String action(String id) {
    return "{\"index\": {\"_id\": \"" + id + "\"}}";
  }

  /** Differences that are a matter of taste count by default, and not where they are folded. */
  @Test
  public void testFold() {
    List<Pair> pairs = pairs("fold", 2);
    List<String> kinds = GoldenFile.rows(FILE, "fold").stream().map(row -> row.get(1)).toList();
    index(pairs);
    for (int i = 0; i < kinds.size(); i++) {
      Pair pair = pairs.get(i);
      Double byDefault = score(pair, near("near", ""));
      assertTrue(pair.name() + " " + byDefault, byDefault == null || byDefault < .9);
      assertEquals(pair.name(), 1, score(pair, near(kinds.get(i), "")), 0);
      String confirm = ", \"confirm\": {\"field\": \"content\"}";
      assertEquals(pair.name(), 1, score(pair, near(kinds.get(i), confirm)), 0);
    }
  }

  /** Passages are found, and marked as they were written: no letter is torn apart. */
  @Test
  public void testPassages() {
    List<Pair> pairs = new ArrayList<>();
    for (Pair pair : pairs("same", 1)) {
      if (pair.first().length() > 90) {
        pairs.add(
            new Pair(
                pair.name(),
                pair.first() + " " + pair.first(),
                pair.second() + " " + pair.second()));
      }
    }
    assertTrue("" + pairs.size(), pairs.size() > 10);
    index(pairs);
    for (Pair pair : pairs) {
      Response found =
          post(
              "/texts/_search",
              """
                  {"query": {"bool": {"filter": {"term": {"name": "%1$s"}}, "must": {
                    "shared_passages": {"field": "content.passages",
                      "like": {"_index": "texts", "_id": "%1$s-1"}}}}},
                   "highlight": {"fields": {"content": {"type": "shared_passages",
                     "number_of_fragments": 0}}}}"""
                  .formatted(pair.name()));
      assertEquals(List.of(pair.name() + "-2"), found.ids());
      String marked = found.at("hits.hits.0.highlight.content.0");
      assertEquals(pair.second(), marked.replace("<em>", "").replace("</em>", ""));
      assertEquals(pair.name(), 0, marked.indexOf("<em>"), 1);
      assertEquals(pair.name(), marked.length() - 5, marked.lastIndexOf("</em>"), 2);
    }
  }
}
