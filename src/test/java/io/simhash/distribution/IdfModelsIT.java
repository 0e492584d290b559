package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.Before;
import org.junit.Test;

/** IDF models as resources, from a client's side. */
public class IdfModelsIT extends DistributionTestCase {

  private static final String MODEL = "/_simhash/idf/it-news";
  private static final String PIPELINE = "/_ingest/pipeline/it-idf";
  private static final String USES_MODEL =
      """
      {"processors": [{"simhash": {
        "field": "content", "analyzer": "standard", "preset": "tfidf", "idf": "it-news",
        "min_features": 0}}]}""";

  private static final String MISSING =
      "[idf] must be [none], a shipped model, one of [en, zh], or a stored one, but there is no"
          + " model [it-news]";

  @Before
  public void deleteWhatIsThere() {
    http().delete(PIPELINE);
    http().delete(MODEL);
    http().delete("/it-idf");
  }

  private static Response put(String terms) {
    return http().put(MODEL, "{\"documents\": 1000, \"terms\": " + terms + "}");
  }

  @Test
  public void testAModelIsStoredDescribedAndDeleted() {
    Response put = put("{\"quick\": 10, \"fox\": 3}").ok();
    assertEquals(Boolean.TRUE, put.at("acknowledged"));
    Map<String, Object> described = http().get(MODEL).ok().body();
    String version = put.at("version");
    assertEquals(
        Map.of("name", "it-news", "version", version, "documents", 1000, "terms", 2, "bytes", 33),
        described);
    List<Map<String, Object>> all = http().get("/_simhash/idf").ok().at("models");
    assertEquals(1, all.stream().filter(described::equals).count());
    assertEquals("the same content", version, put("{\"fox\": 3, \"quick\": 10}").at("version"));
    assertNotEquals(version, put("{\"fox\": 4, \"quick\": 10}").ok().at("version"));
    assertEquals(
        Map.of("acknowledged", true, "pipelines", List.of()), http().delete(MODEL).ok().body());
    for (String method : List.of("GET", "DELETE")) {
      Response missing = http().request(method, MODEL, null);
      assertEquals(404, missing.status());
      assertEquals("there is no stored IDF model [it-news]", missing.reason());
    }
  }

  @Test
  public void testMistakesAreSentences() {
    refuse(
        put("{\"fox\": 1001}"), "[terms.fox] must be at most [documents], [1000], but was [1001]");
    refuse(put("{}"), "[terms] must have [1] to [100000] terms but had [0]");
    refuse(
        put("{\"fox\": \"3\"}"), "[terms.fox] must be an integer in [1, 2147483647] but was [3]");
    refuse(
        http().put("/_simhash/idf/zh", "{\"documents\": 1, \"terms\": {\"a\": 1}}"),
        "[name] must not be [none] or the name of a shipped model, [en] or [zh], but was [zh]");
    assertEquals(400, http().put(MODEL, "{\"terms\": {\"a\": 1, \"a\": 2}}").status());
    assertEquals(400, http().put(MODEL, null).status());
    assertEquals(400, http().put(MODEL, "{\"documents\"").status());
    assertEquals(400, http().put(MODEL, "[]").status());
  }

  @Test
  public void testNoBuildRequestIsTheNodesFault() {
    String field = "\"field\": \"content\"";
    for (String body :
        new String[] {
          "{" + field + "}",
          "{\"index\": null, " + field + "}",
          "{\"index\": 5, " + field + "}",
          "{\"index\": [5], " + field + "}",
          "{\"index\": \"\", " + field + "}",
          "{\"index\": \",\", " + field + "}",
          "{\"index\": \"absent\", " + field + "}",
          "{\"index\": \"absent*\", " + field + "}",
          "{\"index\": \"<bad{date\", " + field + "}",
          "{\"index\": \"remote:news\", " + field + "}",
          "{\"index\": \"A b#\", " + field + "}",
          "{\"index\": \"it-idf\", \"field\": \"\"}",
          "{\"index\": \"it-idf\", \"field\": \"_id\"}",
          "{\"index\": \"it-idf\", \"field\": \"_source\"}",
          "{\"index\": \"it-idf\", \"field\": \"content.*\"}",
          "{\"index\": \"it-idf\", \"field\": {}}",
          "{\"index\": \"it-idf\", " + field + ", \"min_df\": \"many\"}",
          "{\"index\": \"it-idf\", " + field + ", \"max_terms\": 1e99}",
          "[]",
          "",
        }) {
      http().put("/it-idf", "{}");
      Response response = http().post(MODEL + "/_build", body);
      assertTrue(body + response, response.status() >= 400 && response.status() < 500);
    }
    http().post("/it-idf/_close", null).ok();
    Response closed = http().post(MODEL + "/_build", "{\"index\": \"it-idf\", " + field + "}");
    assertEquals(closed.text(), 400, closed.status());
  }

  private static void refuse(Response response, String sentence) {
    assertEquals(response.text(), 400, response.status());
    assertEquals(sentence, response.reason());
  }

  @Test
  public void testAPipelineNeedsTheModelThatItNames() {
    Response refused = http().put(PIPELINE, USES_MODEL);
    refuse(refused, MISSING);
    put("{\"quick\": 10, \"fox\": 3}").ok();
    http().put(PIPELINE, USES_MODEL).ok();

    String first = profileOf("1");
    put("{\"quick\": 10, \"fox\": 4}").ok();
    String second = profileOf("2");
    assertNotEquals("another version", first, second);
    put("{\"quick\": 10, \"fox\": 3}").ok();
    assertEquals("the first version again", first, profileOf("3"));

    assertEquals(List.of("it-idf"), http().delete(MODEL).ok().at("pipelines"));
    Response failed = index("4");
    refuse(failed, MISSING);
    assertEquals(404, http().get("/it-idf/_doc/4").status());
    put("{\"quick\": 10, \"fox\": 3}").ok();
    assertEquals("the model is back", first, profileOf("4"));
  }

  @Test
  public void testARequestNamesAModelAndAMappingMayNot() {
    String body =
        """
        {"text": "the quick brown fox", "analyzer": "standard", "preset": "tfidf",
         "idf": "it-news", "min_features": 0}""";
    refuse(http().post("/_simhash/fingerprint", body), MISSING);
    put("{\"quick\": 10, \"fox\": 3}").ok();
    assertNotNull(http().post("/_simhash/fingerprint", body).ok().at("fingerprint"));
    Response mapping =
        http()
            .put(
                "/it-idf",
                """
                {"mappings": {"properties": {"fp": {
                  "type": "simhash", "analyzer": "standard", "idf": "it-news"}}}}""");
    assertEquals(400, mapping.status());
    assertEquals(
        "Failed to parse mapping: [idf] must be [none] or a shipped model, one of [en, zh], in a"
            + " mapping, but was [it-news]: a stored model is for pipelines",
        mapping.reason());
  }

  private static Response index(String id) {
    // Refused if the index is there.
    http()
        .put("/it-idf", "{\"mappings\": {\"properties\": {\"simhash\": {\"type\": \"simhash\"}}}}");
    return http()
        .put(
            "/it-idf/_doc/" + id + "?refresh=true&pipeline=it-idf",
            "{\"content\": \"the quick brown fox\"}");
  }

  private static String profileOf(String id) {
    index(id).ok();
    return http().get("/it-idf/_source/" + id).ok().at("simhash.profile");
  }
}
