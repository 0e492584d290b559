package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.BeforeClass;
import org.junit.Test;

/** Every way to write a {@code simhash_near} query, on documents that went through a pipeline. */
public class QueryFormsIT extends DistributionTestCase {

  private static final String INDEX = "forms";

  /** The ids of the documents: the number of lowest bits that are set. */
  private static final Map<String, String> FINGERPRINTS =
      Map.of(
          "0", "0000000000000000",
          "1", "0000000000000001",
          "3", "0000000000000007",
          "9", "00000000000001ff",
          "64", "ffffffffffffffff");

  @BeforeClass
  public static void indexDocuments() {
    http()
        .put(
            "/_ingest/pipeline/forms",
            "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}]}")
        .ok();
    http()
        .put(
            "/" + INDEX,
            """
            {"settings": {"number_of_shards": 2}, "mappings": {"properties": {
              "fp": {"type": "simhash"},
              "simhash": {"type": "simhash"},
              "content": {"type": "text", "fields": {
                "simhash": {"type": "simhash", "analyzer": "ansj"},
                "minhash": {"type": "minhash", "shingle": {"unit": "character"}}}},
              "tags": {"type": "minhash"}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    FINGERPRINTS.forEach(
        (id, fingerprint) ->
            documents.put(id, Map.of("fp", fingerprint, "content", "", "tags", List.of("a" + id))));
    documents.put("none", Map.of("content", ""));
    http().index(INDEX, documents, "");
    Map<String, Object> articles = new LinkedHashMap<>();
    articles.put("news", Map.of("content", Articles.NEWS, "tags", List.of("a", "b", "c", "d")));
    articles.put("edit", Map.of("content", Articles.EDIT, "tags", List.of("a", "b", "c", "e")));
    articles.put("other", Map.of("content", Articles.OTHER, "tags", List.of("x", "y")));
    http().index(INDEX, articles, "pipeline=forms");
    http().index(INDEX, Map.of("routed", Map.of("fp", FINGERPRINTS.get("9"))), "routing=r");
  }

  @Test
  public void testEveryFormOfAFingerprint() {
    for (String spelling :
        List.of(
            "\"0000000000000001\"",
            "\"0x0000000000000001\"",
            "\"0X0000000000000001\"",
            "\"" + "0".repeat(63) + "1\"",
            "1")) {
      assertEquals(List.of("1"), ids("\"fp\", \"max_distance\": 0, \"fingerprint\": " + spelling));
    }
    for (String all : List.of("-1", "18446744073709551615", "\"FFFFFFFFFFFFFFFF\"")) {
      assertEquals(List.of("64"), ids("\"fp\", \"max_distance\": 0, \"fingerprint\": " + all));
    }
  }

  @Test
  public void testScoresFollowTheDistance() {
    String query = "\"fp\", \"max_distance\": 64, \"fingerprint\": 0";
    assertScores(Map.of("0", 1.0, "1", .5, "3", .25, "9", .1, "64", 1 / 65.0), query);
    assertScores(
        Map.of("0", 1.0, "1", 63 / 64.0, "3", 61 / 64.0, "9", 55 / 64.0, "64", 0.0),
        query + ", \"score\": \"linear\"");
    assertScores(
        Map.of("0", 1.0, "1", cosine(1), "3", cosine(3), "9", cosine(9), "64", 0.0),
        query + ", \"score\": \"cosine\"");
    assertScores(
        Map.of("0", 2.0, "1", 1.0, "3", .5),
        "\"fp\", \"max_distance\": 3, \"fingerprint\": 0, \"boost\": 2");
  }

  @Test
  public void testLikeExcludesTheDocumentUnlessIncludeIsSet() {
    String like = "\"fp\", \"max_distance\": 3, \"like\": {\"_index\": \"forms\", \"_id\": \"0\"}";
    assertEquals(List.of("1", "3"), ids(like));
    assertEquals(List.of("1", "3"), ids(like + ", \"include\": false"));
    assertEquals(List.of("0", "1", "3"), ids(like + ", \"include\": true"));
    assertEquals(List.of(), ids("\"fp\", \"like\": {\"_index\": \"forms\", \"_id\": \"none\"}"));
  }

  @Test
  public void testLikeFollowsRouting() {
    String like =
        "\"fp\", \"max_distance\": 0, \"like\": {\"_index\": \"forms\", \"_id\": \"routed\"";
    assertEquals(List.of("9"), ids(like + ", \"routing\": \"r\"}"));
    assertEquals(List.of("9"), ids(like + "}"));
    // A routing value of each other shard: the document is not there.
    long absent =
        List.of("a", "b", "c", "d", "e", "f", "g", "h").stream()
            .filter(r -> near(like + ", \"routing\": \"" + r + "\"}", "").status() == 404)
            .count();
    assertTrue(absent > 0);
  }

  /** Documents of the same id are told apart by their routing. */
  @Test
  public void testLikeLeavesOutOnlyTheDocumentOfItsRouting() {
    http()
        .put(
            "/twins",
            """
            {"settings": {"number_of_shards": 5},
             "mappings": {"properties": {"fp": {"type": "simhash"}}}}""")
        .ok();
    List<String> routings = List.of("a", "b", "c", "d", "e", "f", "g", "h");
    for (String routing : routings) {
      http().index("twins", Map.of("twin", Map.of("fp", 1)), "routing=" + routing);
    }
    int twins = http().post("/twins/_count", "{}").ok().at("count");
    assertTrue(twins > 1);
    String like =
        """
        {"query": {"simhash_near": {"field": "fp", "like": {"_index": "twins", "_id": "twin"%s}}}}""";
    for (String routing : routings) {
      String routed = like.formatted(", \"routing\": \"" + routing + "\"");
      assertEquals(twins - 1, http().post("/twins/_search", routed).ids().size());
    }
    http().index("twins", Map.of("twin", Map.of("fp", 1)), "");
    int all = http().post("/twins/_count", "{}").ok().at("count");
    assertEquals(all - 1, http().post("/twins/_search", like.formatted("")).ids().size());
  }

  /**
   * A time series index refuses searches with a routing, as the look-up of {@code like} is at
   * first.
   */
  @Test
  public void testLikeInATimeSeriesIndex() {
    http()
        .put(
            "/series",
            """
            {"settings": {"index.mode": "time_series", "index.routing_path": "host",
               "index.number_of_shards": 3, "index.time_series.start_time": "2024-01-01T00:00:00Z",
               "index.time_series.end_time": "2025-01-01T00:00:00Z"},
             "mappings": {"properties": {"@timestamp": {"type": "date"}, "fp": {"type": "simhash"},
               "host": {"type": "keyword", "time_series_dimension": true}}}}""")
        .ok();
    String id = "";
    for (String host : List.of("one", "two")) {
      String document =
          "{\"@timestamp\": \"2024-06-01T00:00:00Z\", \"host\": \"%s\", \"fp\": 1}".formatted(host);
      id = http().post("/series/_doc?refresh=true", document).ok().at("_id");
    }
    String like =
        """
        {"query": {"simhash_near": {"field": "fp", "like": {"_index": "series", "_id": "%s"}}}}"""
            .formatted(id);
    assertEquals(1, http().post("/series/_search", like).ids().size());
  }

  /** The look-ups ask one shard each: all shards would be asked 20,000 times. */
  @Test
  public void testAThousandLookUpsInOneRequest() {
    http()
        .put(
            "/many",
            """
            {"settings": {"number_of_shards": 20},
             "mappings": {"properties": {"fp": {"type": "simhash"}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    StringJoiner should = new StringJoiner(", ", "[", "]");
    String like =
        """
        {"simhash_near": {"field": "fp", "max_distance": 0,
          "like": {"_index": "many", "_id": "%s"}}}""";
    for (int i = 0; i <= 1_000; i++) {
      documents.put(Integer.toString(i), Map.of("fp", i * 0x9e3779b97f4a7c15L));
      should.add(like.formatted(i));
    }
    http().index("many", documents, "");
    String tooMany = "{\"query\": {\"bool\": {\"should\": %s}}}".formatted(should);
    assertEquals(400, http().post("/many/_search", tooMany).status());
    String many = tooMany.replace(", " + like.formatted(1_000), "");
    Response found = http().post("/many/_search", many).ok();
    assertEquals(0, (int) found.at("_shards.failed"));
    assertEquals(
        List.of(),
        List.copyOf(
            http()
                .get("/_tasks?actions=indices:data/read/search*&group_by=none")
                .ok()
                .<List<Object>>at("tasks")));
  }

  @Test
  public void testLikeOfAnAbsentDocumentIsA404() {
    Response response = near("\"fp\", \"like\": {\"_index\": \"forms\", \"_id\": \"absent\"}", "");
    assertEquals(404, response.status());
    assertEquals(
        "[like] must name a document but [absent] was not found in [forms]: there is no such"
            + " document, or it was indexed after the last refresh",
        response.reason());
  }

  @Test
  public void testSeveralLikedDocuments() {
    String like =
        "\"fp\", \"max_distance\": 3, \"like\": [{\"_index\": \"forms\", \"_id\": 0},"
            + " {\"_index\": \"forms\", \"_id\": \"1\"}, {\"_index\": \"forms\", \"_id\": \"none\"}]";
    assertEquals(List.of("3"), ids(like));
    assertScores(Map.of("3", 2 / 3.0), like + ", \"boost\": 2");
    assertEquals(
        List.of("0", "1", "3"), ids(like + ", \"include\": true").stream().sorted().toList());
    Response missing = near(like.replace("none", "absent"), "");
    assertEquals(404, missing.status());
  }

  @Test
  public void testTextAndDocumentGetTheFingerprintOfTheIndexedDocument() {
    String text = Http.json(Map.of("t", Articles.NEWS));
    text = text.substring(5, text.length() - 1);
    assertEquals(List.of("news", "edit"), ids("\"content.simhash\", \"text\": " + text));
    String document = "\"document\": {\"content\": " + text + "}, \"pipeline\": \"forms\"";
    assertEquals(List.of("news", "edit"), ids("\"simhash\", " + document));
    assertEquals(
        List.of("edit"), ids("\"simhash\", \"like\": {\"_index\": \"forms\", \"_id\": \"news\"}"));
    assertEquals(List.of(), ids("\"content.simhash\", \"text\": \"。\""));
    assertEquals(
        List.of(), ids("\"simhash\", \"document\": {\"content\": \"\"}, \"pipeline\": \"forms\""));
  }

  @Test
  public void testSignatureProfileMinSimilarityAndItsScore() {
    Response made = http().post("/_simhash/fingerprint", Http.json(Map.of("text", Articles.NEWS)));
    String source =
        "\"fingerprint\": \"%s\", \"signature\": \"%s\", \"profile\": \"%s\""
            .formatted(made.at("fingerprint"), made.at("signature"), made.at("profile"));
    for (String field : List.of("simhash", "content.simhash")) {
      String near = "\"" + field + "\", " + source;
      Response byDefault = near(near, "").ok();
      assertEquals(List.of("news", "edit"), byDefault.ids());
      assertEquals(List.of(), byDefault.warnings());
      assertEquals(List.of("news", "edit"), ids(near + ", \"min_similarity\": 0.8"));
      assertEquals(List.of("news"), ids(near + ", \"min_similarity\": 1"));
      Response scored = near(near + ", \"score\": \"similarity\"", "").ok();
      assertEquals(1.0, scored.<Double>at("hits.hits.0._score"), 0.0);
      // Two edits of one and two characters change 13 of 250 shingles of 5, about.
      assertEquals(.9, scored.<Double>at("hits.hits.1._score"), .06);
    }
    // A fingerprint without a signature is found by its distance alone, also with the defaults.
    assertEquals(List.of("0", "1", "3", "9"), ids("\"fp\", \"fingerprint\": 0"));
  }

  @Test
  public void testMinHashChangesTheScoreAndDropsHits() {
    String near =
        "\"simhash\", \"max_distance\": 64, \"like\": {\"_index\": \"forms\", \"_id\": \"news\"}";
    String values = ", \"minhash\": {\"field\": \"tags\", \"values\": [\"d\", \"c\", \"b\", \"a\"]";
    Response mixed = near(near + ", \"include\": true" + values + "}, \"mu\": 0", "").ok();
    assertEquals("news", mixed.ids().getFirst());
    assertEquals(1.0, mixed.<Double>at("hits.hits.0._score"), 0.0);
    // 3 of 5; the estimate's standard deviation is .043.
    assertEquals(.6, mixed.<Double>at("hits.hits.1._score"), .2);
    Response usual = near(near + ", \"include\": true" + values + "}", "").ok();
    assertEquals(1.0, usual.<Double>at("hits.hits.0._score"), 1e-6);
    assertEquals(List.of("edit"), ids(near + values + ", \"min_similarity\": 0.3}"));
    assertEquals(List.of(), ids(near + values + ", \"min_similarity\": 0.95}"));
    String like = ", \"minhash\": {\"field\": \"content.minhash\", \"min_similarity\": 0.5, ";
    assertEquals(
        List.of("edit"),
        ids(near + like + "\"like\": {\"_index\": \"forms\", \"_id\": \"news\"}}"));
    assertEquals(List.of("edit"), ids(near + like + "\"text\": \"" + Articles.NEWS + "\"}"));
  }

  @Test
  public void testNamesAndUnmappedFields() {
    Response named = near("\"fp\", \"fingerprint\": 0, \"_name\": \"mine\"", "").ok();
    assertEquals(List.of("mine"), named.at("hits.hits.0.matched_queries"));
    assertEquals(400, near("\"absent\", \"fingerprint\": 0", "").status());
    assertEquals(List.of(), ids("\"absent\", \"fingerprint\": 0, \"ignore_unmapped\": true"));
  }

  private static double cosine(int distance) {
    return Math.cos(Math.PI * distance / 64);
  }

  private static void assertScores(Map<String, Double> expected, String query) {
    Response response = near(query, "").ok();
    List<String> ids = response.ids();
    for (int i = 0; i < ids.size(); i++) {
      if (ids.get(i).equals("routed") == false) {
        double score = response.<Number>at("hits.hits." + i + "._score").doubleValue();
        assertEquals(ids.get(i), expected.get(ids.get(i)), score, 1e-6);
      }
    }
    assertTrue(ids.containsAll(expected.keySet()));
  }

  /** The hits but the routed copy of document 9. */
  private static List<String> ids(String query) {
    List<String> ids = near(query, "").ids();
    return ids.stream().filter(id -> id.equals("routed") == false).toList();
  }

  /** {@code query} begins with the field's name in quotes. */
  private static Response near(String query, String more) {
    String body =
        "{\"size\": 100, \"query\": {\"simhash_near\": {\"field\": " + query + "}}" + more + "}";
    return http().post("/" + INDEX + "/_search", body);
  }
}
