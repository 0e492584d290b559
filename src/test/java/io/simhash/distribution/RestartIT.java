package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Articles;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.NodeLog;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.TestCluster;
import io.simhash.distribution.helper.TestClusterBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/**
 * A node that crashes, and whose dictionaries and IDF files have become unreadable when it starts
 * again, opens its indices and refuses texts only; with mended files all is as before.
 */
public class RestartIT {

  private static final String INDEX =
      """
      {"settings": {"analysis": {
         "analyzer": {
           "own": {"type": "ansj", "user_dictionary_path": "simhash/own.dic", "stopwords": "_none_"},
           "cut": {"type": "custom", "tokenizer": "cut"}},
         "tokenizer": {"cut": {"type": "ansj", "user_dictionary_path": "simhash/own.dic"}}}},
       "mappings": {"properties": {
         "simhash": {"type": "simhash"},
         "tags": {"type": "minhash"},
         "content": {"type": "keyword", "ignore_above": 10, "fields": {
           "near": {"type": "simhash", "analyzer": "ansj", "min_features": 0, "ignore_malformed": true},
           "own": {"type": "simhash", "analyzer": "own", "min_features": 0},
           "idf": {"type": "simhash", "analyzer": "ansj", "preset": "tfidf", "idf_path": "simhash/own.tsv"},
           "set": {"type": "minhash", "shingle": {"unit": "token", "size": 2}, "analyzer": "cut"},
           "text": {"type": "text", "analyzer": "ansj"}}}}}}""";

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content", "min_features": 0, "preset": "tfidf",
        "idf": "zh"%s}}]}""";

  private static final String DICTIONARY =
      "[user_dictionary_path] [simhash/user.dic]: must be UTF-8";
  private static final String STOP_WORDS =
      "[stopwords_path] names a file that cannot be read: [simhash/stopwords.txt]";
  private static final String OWN =
      "[user_dictionary_path] names a file that cannot be read: [simhash/own.dic]";
  private static final String IDF =
      "[idf_path] [simhash/own.tsv]: line [2] of an IDF model must be [term<TAB>document frequency] with"
          + " a frequency in [1, 10] and is not";

  private static final Map<String, String> FILES =
      Map.of(
          "simhash/user.dic",
          "工程\n水库恢复\tnz\n",
          "simhash/stopwords.txt",
          "的\n",
          "simhash/own.dic",
          "恢复正常\tnz\n",
          "simhash/own.tsv",
          "# documents\t1000\n水库\t10\n工程\t100\n系统\t200\n");

  private static final String LIKE = "\"like\": {\"_index\": \"words\", \"_id\": \"1\"}";
  private static final String TEXT = "\"text\": \"" + Articles.NEWS + "\"";
  private static final String DOCUMENT =
      "\"document\": {\"content\": \"" + Articles.EDIT + "\"}, \"pipeline\": \"words\"";

  private TestCluster cluster;
  private Path config;

  @Test
  public void testOnlyTextsAreRefused() throws IOException {
    TestClusterBuilder builder = TestCluster.of(1);
    FILES.forEach(builder::file);
    try (TestCluster started = builder.start()) {
      cluster = started;
      config = cluster.nodes().getFirst().home().resolve("config");
      Http http = cluster.http();
      http.put("/_ingest/pipeline/words", PIPELINE.formatted("")).ok();
      http.put("/_ingest/pipeline/careless", PIPELINE.formatted(", \"ignore_failure\": true")).ok();
      http.put("/words", INDEX).ok();
      http.put("/unflushed", INDEX).ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      documents.put("1", Map.of("content", Articles.NEWS, "tags", List.of("a", "b")));
      documents.put("2", Map.of("content", Articles.EDIT, "tags", List.of("a", "c")));
      http.index("words", documents, "pipeline=words");
      String alias = "{\"filter\": " + query("content.near", TEXT) + "}";
      http.put("/words/_alias/near", alias).ok();
      Map<String, Object> before = withText(http);
      Map<String, Object> without = withoutText(http);
      http.post("/_flush", null).ok();
      http.index("unflushed", documents, "pipeline=words");
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));

      cluster.nodes().getFirst().crash();
      breakFiles();
      cluster.nodes().getFirst().start();
      Http broken = cluster.http();
      broken.get("/_cluster/health/words?wait_for_status=yellow&timeout=60s").ok();
      assertEquals(without, withoutText(broken));
      textsAreRefused(broken);
      aDocumentOfTheTranslogWaits(broken);
      assertComplaints();

      mendFiles();
      cluster.restart();
      Http mended = cluster.http();
      mended.delete("/words/_doc/plain?refresh=true").ok();
      assertEquals(before, withText(mended));
      assertEquals(2, (int) mended.get("/unflushed/_count").ok().at("count"));
      mended.index("words", Map.of("3", documents.get("1")), "pipeline=words");
      Map<String, Object> old = mended.get("/words/_doc/1").ok().at("_source.simhash");
      assertEquals(old, mended.get("/words/_doc/3").ok().at("_source.simhash"));
    }
  }

  private void mendFiles() throws IOException {
    for (Map.Entry<String, String> file : FILES.entrySet()) {
      Files.delete(config.resolve(file.getKey()));
      Files.writeString(config.resolve(file.getKey()), file.getValue());
    }
  }

  private void breakFiles() throws IOException {
    Files.write(
        config.resolve("simhash/user.dic"), new byte[] {'a', '\n', (byte) 0xD4, (byte) 0xC6, '\n'});
    Files.setPosixFilePermissions(
        config.resolve("simhash/stopwords.txt"), PosixFilePermissions.fromString("---------"));
    Files.delete(config.resolve("simhash/own.dic"));
    Files.createSymbolicLink(config.resolve("simhash/own.dic"), Path.of("missing.dic"));
    Files.writeString(config.resolve("simhash/own.tsv"), "# documents\t10\nsystem\t20\n");
  }

  /** A document that only the translog has is analysed again; if that is refused, it must stay. */
  private static void aDocumentOfTheTranslogWaits(Http http) {
    String shards = "/_cat/shards/unflushed?format=json&h=state,unassigned.reason";
    String tried = http.get(shards).text();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (tried.contains("STARTED") == false && tried.contains("ALLOCATION_FAILED") == false) {
      assertTrue(tried, System.nanoTime() < deadline);
      tried = http.get(shards).text();
    }
    assertTrue(tried, tried.contains("ALLOCATION_FAILED"));
  }

  /** Each file is named once, apart from the failures of the shard that needs it. */
  private void assertComplaints() {
    List<String> complaints =
        NodeLog.complaints(cluster.log()).stream()
            .filter(complaint -> complaint.contains("[unflushed]") == false)
            .toList();
    for (String reason : List.of(DICTIONARY, STOP_WORDS, OWN, IDF)) {
      assertEquals(reason, 1, complaints.stream().filter(s -> s.contains(reason)).count());
    }
    assertEquals(complaints.toString(), 4, complaints.size());
  }

  private static String query(String field, String source) {
    return "{\"simhash_near\": {\"field\": \"" + field + "\", " + source + "}}";
  }

  private static Response near(Http http, String field, String source) {
    return http.post(
        "/words/_search?filter_path=hits.hits._id,hits.hits._score",
        "{\"query\": " + query(field, source) + "}");
  }

  /** Answers that need no analyzer. */
  private static Map<String, Object> withoutText(Http http) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put(
        "mapping", http.get("/words/_mapping").ok().at("words.mappings.properties.content"));
    answers.put("pipeline", http.get("/_ingest/pipeline/words").ok().body());
    answers.put("document", http.get("/words/_doc/1").ok().body());
    for (String field : List.of("content.near", "content.own", "content.idf", "simhash")) {
      String asked = "?q=_id:1&docvalue_fields=%s,%1$s.block_0,%1$s.profile".formatted(field);
      Response stored = http.get("/words/_search" + asked).ok();
      Map<String, List<String>> fields = stored.at("hits.hits.0.fields");
      answers.put(field, fields);
      answers.put(field + " like", near(http, field, LIKE).ok().body());
      String fingerprint = "\"fingerprint\": \"" + fields.get(field).getFirst() + "\"";
      answers.put(field + " fingerprint", near(http, field, fingerprint).ok().body());
      String block = fields.get(field + ".block_0").getFirst();
      Response term = http.get("/words/_search?q=" + field + ".block_0:" + block).ok();
      assertTrue(term.toString(), term.ids().contains("1"));
    }
    String tags = ", \"minhash\": {\"field\": \"tags\", \"values\": [\"a\", \"b\"]}";
    answers.put("tags", near(http, "simhash", LIKE + tags).ok().body());
    return answers;
  }

  private static Map<String, Object> withText(Http http) {
    Map<String, Object> answers = withoutText(http);
    for (String field : List.of("content.near", "content.own", "content.idf")) {
      answers.put(field + " text", near(http, field, TEXT).ok().body());
    }
    answers.put("document", near(http, "simhash", DOCUMENT).ok().body());
    answers.put("alias", http.get("/near/_search?filter_path=hits.hits").ok().body());
    answers.put("text", http.post("/_simhash/fingerprint", "{" + TEXT + "}").ok().body());
    answers.put("explained", http.post("/_simhash/fingerprint", "{" + DOCUMENT + "}").ok().body());
    assertTrue(near(http, "content.near", TEXT).ids().containsAll(List.of("1", "2")));
    return answers;
  }

  private static void textsAreRefused(Http http) {
    refused(DICTIONARY, near(http, "content.near", TEXT));
    refused(OWN, near(http, "content.own", TEXT));
    refused(DICTIONARY, http.post("/_simhash/fingerprint", "{" + TEXT + "}"));
    refused(DICTIONARY, http.post("/_simhash/fingerprint", "{" + DOCUMENT + "}"));
    refused(DICTIONARY, http.post("/_analyze", "{\"analyzer\": \"ansj\", " + TEXT + "}"));
    refused(OWN, http.post("/words/_analyze", "{\"analyzer\": \"cut\", " + TEXT + "}"));
    refused(DICTIONARY, http.put("/_ingest/pipeline/new", PIPELINE.formatted("")));
    refused(OWN, http.put("/new-words", INDEX));
    String field = "{\"properties\": {\"%s\": {\"type\": \"simhash\", \"analyzer\": \"%s\"%s}}}";
    String idf = ", \"preset\": \"tfidf\", \"idf_path\": \"simhash/own.tsv\"";
    String idfMapping = field.formatted("fp", "standard", idf);
    refused(IDF, http.put("/idf", "{\"mappings\": " + idfMapping + "}"));
    Response idfField = http.put("/words/_mapping", idfMapping).ok();
    assertTrue(idfField.warnings().toString(), idfField.warnings().toString().contains(IDF));
    // A new field is mapped, also by a document, and the response tells about the others.
    Response put = http.put("/words/_mapping", field.formatted("more", "ansj", "")).ok();
    assertTrue(
        put.warnings().toString(),
        put.warnings().toString().contains("every text is refused: " + DICTIONARY));
    documentsFailAlone(http);
  }

  private static void refused(String reason, Response response) {
    assertTrue(response.toString(), response.status() >= 400 && response.status() < 500);
    String escaped = reason.replace("\"", "\\\"");
    assertTrue(response.toString(), response.text().contains(escaped));
  }

  private static void documentsFailAlone(Http http) {
    Response bulk =
        http.bulk(
            "/words/_bulk?refresh=true",
            List.of(
                "{\"index\": {\"_id\": \"text\"}}",
                "{\"content\": \"水库\"}",
                "{\"index\": {\"_id\": \"plain\"}}",
                "{\"brand_new\": \"x\"}",
                "{\"index\": {\"_id\": \"piped\", \"pipeline\": \"words\"}}",
                "{\"content\": \"水库\"}",
                "{\"index\": {\"_id\": \"plain\", \"pipeline\": \"careless\"}}",
                "{\"content\": null, \"other\": \"x\"}"));
    List<Map<String, Map<String, Object>>> items = bulk.ok().at("items");
    List<Object> statuses = items.stream().map(item -> item.get("index").get("status")).toList();
    assertEquals(bulk.toString(), List.of(424, 201, 424, 200), statuses);
    // The field idf, the first one, and the pipeline, which needs no file for its model.
    Map.of(0, IDF, 2, DICTIONARY)
        .forEach(
            (item, reason) -> {
              String error = String.valueOf(items.get(item).get("index").get("error"));
              assertTrue(error, error.contains(reason));
            });
    assertFalse(http.get("/words/_doc/text").<Boolean>at("found"));
  }
}
