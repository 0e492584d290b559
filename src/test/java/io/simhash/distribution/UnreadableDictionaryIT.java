package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

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
 * A node whose dictionaries have become unreadable opens its indices and refuses texts only; with
 * mended dictionaries all is as before.
 */
public class UnreadableDictionaryIT {

  private static final String INDEX =
      """
      {"settings": {"analysis": {
         "analyzer": {
           "own": {"type": "ansj", "user_dictionary_path": "own.dic", "stopwords": "_none_"},
           "cut": {"type": "custom", "tokenizer": "cut"}},
         "tokenizer": {"cut": {"type": "ansj", "user_dictionary_path": "own.dic"}}}},
       "mappings": {"properties": {
         "simhash": {"type": "simhash"},
         "content": {"type": "keyword", "ignore_above": 10, "fields": {
           "near": {"type": "simhash", "analyzer": "ansj", "min_features": 0, "ignore_malformed": true},
           "own": {"type": "simhash", "analyzer": "own", "min_features": 0},
           "set": {"type": "minhash", "shingle": {"unit": "token", "size": 2}, "analyzer": "cut"},
           "text": {"type": "text", "analyzer": "ansj"}}}}}}""";

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content", "min_features": 0%s}}]}""";

  private static final String DICTIONARY =
      "[user_dictionary_path] [simhash/user.dic]: line [2] must be UTF-8";
  private static final String STOP_WORDS =
      "[stopwords_path] names a file that cannot be read: [simhash/stopwords.txt]";
  private static final String OWN = "[user_dictionary_path] names no file: [own.dic]";

  private static final Map<String, String> DICTIONARIES =
      Map.of(
          "simhash/user.dic",
          "工程\n水库恢复\tnz\n",
          "simhash/stopwords.txt",
          "的\n",
          "own.dic",
          "恢复正常\tnz\n");

  private TestCluster cluster;
  private Path config;

  @Test
  public void testOnlyTextsAreRefused() throws IOException {
    TestClusterBuilder builder = TestCluster.of(1);
    DICTIONARIES.forEach(builder::file);
    try (TestCluster started = builder.start()) {
      cluster = started;
      config = cluster.nodes().getFirst().home().resolve("config");
      Http http = cluster.http();
      http.put("/_ingest/pipeline/words", PIPELINE.formatted("")).ok();
      http.put("/_ingest/pipeline/careless", PIPELINE.formatted(", \"ignore_failure\": true")).ok();
      http.put("/words", INDEX).ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      documents.put("1", Map.of("content", Articles.NEWS));
      documents.put("2", Map.of("content", Articles.EDIT));
      http.index("words", documents, "pipeline=words");
      Map<String, Object> before = withText(http);
      Map<String, Object> without = withoutText(http);
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));

      breakDictionaries();
      cluster.restart();
      Http broken = cluster.http();
      assertEquals(without, withoutText(broken));
      textsAreRefused(broken);
      List<String> complaints = NodeLog.complaints(cluster.log());
      for (String reason : List.of(DICTIONARY, STOP_WORDS, OWN)) {
        assertEquals(reason, 1, complaints.stream().filter(s -> s.contains(reason)).count());
      }
      assertEquals(complaints.toString(), 3, complaints.size());

      mendDictionaries();
      cluster.restart();
      Http mended = cluster.http();
      assertEquals(without.get("mapping"), withoutText(mended).get("mapping"));
      mended.delete("/words/_doc/plain?refresh=true").ok();
      assertEquals(before, withText(mended));
      mended.index("words", Map.of("3", Map.of("content", Articles.NEWS)), "pipeline=words");
      Map<String, Object> old = mended.get("/words/_doc/1").ok().at("_source.simhash");
      assertEquals(old, mended.get("/words/_doc/3").ok().at("_source.simhash"));

      aCrashLosesNoDocument(withText(mended));
    }
  }

  /** A document that only the translog has is analysed again; if that is refused, it must stay. */
  private void aCrashLosesNoDocument(Map<String, Object> before) throws IOException {
    TestNode node = cluster.nodes().getFirst();
    node.crash();
    breakDictionaries();
    node.start();
    String shards = "/_cat/shards/words?format=json&h=state,unassigned.reason";
    String tried = cluster.http().get(shards).text();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (tried.contains("STARTED") == false && tried.contains("ALLOCATION_FAILED") == false) {
      assertTrue(tried, System.nanoTime() < deadline);
      tried = cluster.http().get(shards).text();
    }
    assertTrue(tried, tried.contains("ALLOCATION_FAILED"));
    mendDictionaries();
    cluster.restart();
    assertEquals(before, withText(cluster.http()));
  }

  private void mendDictionaries() throws IOException {
    for (Map.Entry<String, String> file : DICTIONARIES.entrySet()) {
      Files.delete(config.resolve(file.getKey()));
      Files.writeString(config.resolve(file.getKey()), file.getValue());
    }
  }

  private void breakDictionaries() throws IOException {
    Files.write(
        config.resolve("simhash/user.dic"), new byte[] {'a', '\n', (byte) 0xD4, (byte) 0xC6, '\n'});
    Files.setPosixFilePermissions(
        config.resolve("simhash/stopwords.txt"), PosixFilePermissions.fromString("---------"));
    Files.delete(config.resolve("own.dic"));
    Files.createSymbolicLink(config.resolve("own.dic"), Path.of("missing.dic"));
  }

  private static Response near(Http http, String field, String source) {
    return http.post(
        "/words/_search?filter_path=hits.hits._id,hits.hits._score",
        "{\"query\": {\"simhash_near\": {\"field\": \"" + field + "\", " + source + "}}}");
  }

  /** Answers that need no analyzer. */
  private static Map<String, Object> withoutText(Http http) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put(
        "mapping", http.get("/words/_mapping").ok().at("words.mappings.properties.content"));
    String like = "\"like\": {\"_index\": \"words\", \"_id\": \"1\"}";
    for (String field : List.of("content.near", "content.own", "simhash")) {
      Response stored =
          http.get(
                  "/words/_search?q=_id:1&filter_path=hits.hits.fields&docvalue_fields="
                      + field
                      + ","
                      + field
                      + ".block_0,"
                      + field
                      + ".profile")
              .ok();
      Map<String, List<String>> fields =
          stored
              .<List<Map<String, Map<String, List<String>>>>>at("hits.hits")
              .getFirst()
              .get("fields");
      answers.put(field, fields);
      answers.put(field + " like", near(http, field, like).ok().body());
      String fingerprint = fields.get(field).getFirst();
      answers.put(
          field + " fingerprint",
          near(http, field, "\"fingerprint\": \"" + fingerprint + "\"").ok().body());
      String block = fields.get(field + ".block_0").getFirst();
      Response term =
          http.get("/words/_search?filter_path=hits.hits._id&q=" + field + ".block_0:" + block)
              .ok();
      assertTrue(term.toString(), term.ids().contains("1"));
    }
    return answers;
  }

  private static Map<String, Object> withText(Http http) {
    Map<String, Object> answers = withoutText(http);
    String text = "\"text\": \"" + Articles.NEWS + "\"";
    answers.put("near", near(http, "content.near", text).ok().body());
    answers.put("own", near(http, "content.own", text).ok().body());
    answers.put(
        "_simhash", http.post("/_simhash/fingerprint", "{" + text + "}").ok().at("profile"));
    assertTrue(near(http, "content.near", text).ids().containsAll(List.of("1", "2")));
    return answers;
  }

  private static void textsAreRefused(Http http) {
    String text = "\"text\": \"" + Articles.NEWS + "\"";
    refused(DICTIONARY, near(http, "content.near", text));
    refused(OWN, near(http, "content.own", text));
    refused(DICTIONARY, http.post("/_simhash/fingerprint", "{" + text + "}"));
    refused(
        DICTIONARY,
        http.post(
            "/_simhash/fingerprint",
            "{\"document\": {\"content\": \"\"}, \"pipeline\": \"words\"}"));
    refused(DICTIONARY, http.post("/_analyze", "{\"analyzer\": \"ansj\", " + text + "}"));
    refused(OWN, http.post("/words/_analyze", "{\"analyzer\": \"cut\", " + text + "}"));
    refused(DICTIONARY, http.put("/_ingest/pipeline/new", PIPELINE.formatted("")));
    refused(OWN, http.put("/new-words", INDEX));
    // A new field is mapped, also by a document, and the response tells about the others.
    Response put =
        http.put(
                "/words/_mapping",
                "{\"properties\": {\"more\": {\"type\": \"simhash\", \"analyzer\": \"ansj\"}}}")
            .ok();
    assertTrue(
        put.warnings().toString(),
        put.warnings().toString().contains("every text is refused: " + DICTIONARY));
    documentsFailAlone(http);
  }

  private static void refused(String reason, Response response) {
    assertTrue(response.toString(), response.status() >= 400 && response.status() < 500);
    assertTrue(response.toString(), response.text().contains(reason.replace("\"", "\\\"")));
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
    for (int i : new int[] {0, 2}) {
      String error = String.valueOf(items.get(i).get("index").get("error"));
      assertTrue(error, error.contains(DICTIONARY));
    }
    assertFalse(http.get("/words/_doc/text").<Boolean>at("found"));
  }
}
