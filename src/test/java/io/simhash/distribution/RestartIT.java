package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import io.simhash.lucene.search.FingerprintSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** A node has the same data, pipelines, mappings and profiles after a restart. */
public class RestartIT {

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content", "preset": "tfidf", "idf_path": "own.tsv"}}]}""";

  private static final String INDEX =
      """
      {"mappings": {"properties": {
        "simhash": {"type": "simhash"},
        "tags": {"type": "minhash"},
        "content": {"type": "text", "fields": {
          "simhash": {"type": "simhash", "analyzer": "ansj", "idf": "zh", "preset": "tfidf"},
          "minhash": {"type": "minhash", "shingle": {"unit": "character"}}}}}},
       "aliases": {"near": {"filter": {"simhash_near": {"field": "content.simhash",
         "text": "%s"}}}}}"""
          .formatted(Articles.NEWS);

  private static final String WRONG =
      "[idf_path] [wrong.tsv]: line [2] of an IDF model must be [term<TAB>document frequency] with"
          + " a frequency in [1, 10] and is not";

  /** An index with a field whose IDF model is in a file. */
  private static void createWithModel(Http http, String index, String file) {
    http.put(
            "/" + index,
            """
            {"mappings": {"properties": {"set": {"type": "minhash"}, "fp": {
              "type": "simhash", "analyzer": "standard", "min_features": 0, "idf_path": "%s"}}}}"""
                .formatted(file))
        .ok();
  }

  private static Response text(Http http, String index, String id, int status) {
    Response response =
        http.put("/" + index + "/_doc/" + id + "?refresh=true", "{\"fp\": \"a short text\"}");
    assertEquals(response.text(), status, response.status());
    return response;
  }

  private static void assertTextRefused(Http http, String index, String sentence) {
    assertEquals(sentence, text(http, index, "9", 424).at("error.caused_by.reason"));
  }

  /** Paths and bodies of the requests to compare; the body is null for a GET. */
  private static Map<String, String> questions() {
    Map<String, String> questions = new LinkedHashMap<>();
    questions.put("/_ingest/pipeline/restart", null);
    questions.put("/restart/_mapping", null);
    questions.put("/restart/_doc/1", null);
    String search =
        "/restart/_search?filter_path=hits.hits._id,hits.hits._score,aggregations&preference=q";
    questions.put(
        search + "1", body("simhash", "\"like\": {\"_index\": \"restart\", \"_id\": \"1\"}"));
    questions.put(search + "2", body("content.simhash", "\"text\": \"" + Articles.EDIT + "\""));
    String document =
        "\"document\": {\"content\": \"" + Articles.EDIT + "\"}, \"pipeline\": \"restart\"";
    questions.put(search + "3", body("simhash", document));
    questions.put("/near/_search?filter_path=hits.hits", "{}");
    questions.put("/_simhash/fingerprint", "{" + document + "}");
    return questions;
  }

  private static String body(String field, String target) {
    return """
        {"query": {"simhash_near": {"field": "%s", %s, "max_distance": 64, "minhash": {"field": "tags",
          "values": ["a", "b"]}}}, "aggs": {"p": {"terms": {"field": "%s.profile"}}}}"""
        .formatted(field, target, field);
  }

  @Test
  public void testARestartChangesNothing() throws IOException {
    try (TestCluster cluster = TestCluster.of(1).start()) {
      Path idf = cluster.nodes().getFirst().home().resolve("config/own.tsv");
      Files.writeString(idf, "# documents\t1000\n水库\t10\n工程\t100\n系统\t200\n");
      Http http = cluster.http();
      http.put("/_ingest/pipeline/restart", PIPELINE).ok();
      http.put("/restart", INDEX).ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      documents.put("1", Map.of("content", Articles.NEWS, "tags", List.of("a", "b")));
      documents.put("2", Map.of("content", Articles.EDIT, "tags", List.of("a", "c")));
      documents.put("3", Map.of("content", Articles.OTHER));
      http.index("restart", documents, "pipeline=restart");
      Random random = new Random(1);
      FingerprintIndex index =
          FingerprintIndex.create(http, "restart-fp", "\"refresh_interval\": -1");
      index.add(http, 600, () -> FingerprintSets.CLUSTERED.next(random, 0));

      Path gone = idf.resolveSibling("gone.tsv");
      Files.writeString(gone, "# documents\t10\nsystem\t2\n");
      Files.writeString(idf.resolveSibling("wrong.tsv"), "# documents\t10\nsystem\t20\n");
      createWithModel(http, "restart-gone", "gone.tsv");
      createWithModel(http, "restart-wrong", "wrong.tsv");
      text(http, "restart-gone", "1", 201);
      assertTextRefused(http, "restart-wrong", WRONG);

      Map<String, String> before = answers(http);
      Files.delete(gone);
      cluster.restart();
      Http again = cluster.http();
      assertTextRefused(again, "restart-gone", "[idf_path] names no file: [gone.tsv]");
      assertTextRefused(again, "restart-wrong", WRONG);
      String all = "{\"query\": {\"exists\": {\"field\": \"fp\"}}}";
      assertEquals((Object) 1, again.post("/restart-gone/_count", all).ok().at("count"));
      String like = body("fp", "\"like\": {\"_index\": \"restart-gone\", \"_id\": \"1\"}");
      again.post("/restart-gone/_search", like.replace("\"tags\"", "\"set\"")).ok();
      again.put("/restart-gone/_doc/2?refresh=true", "{\"other\": \"without a text\"}").ok();
      assertEquals(before, answers(again));
      assertNotNull(again.get("/restart/_doc/1").ok().at("_source.simhash.profile"));
      index.assertExact(again, 0, 0, 12);
      again.index("restart", Map.of("4", Map.of("content", Articles.NEWS)), "pipeline=restart");
      Map<String, Object> old = again.get("/restart/_doc/1").ok().at("_source.simhash");
      assertEquals(old, again.get("/restart/_doc/4").ok().at("_source.simhash"));
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));
    }
  }

  private static Map<String, String> answers(Http http) {
    Map<String, String> answers = new LinkedHashMap<>();
    questions()
        .forEach(
            (path, body) -> {
              Response response = body == null ? http.get(path) : http.post(path, body);
              answers.put(path, response.ok().text());
            });
    return answers;
  }
}
