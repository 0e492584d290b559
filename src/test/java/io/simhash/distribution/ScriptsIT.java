package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** The script language {@code simhash} in each of its contexts, over HTTP. */
public class ScriptsIT extends DistributionTestCase {

  private static final String PARAMS = "\"params\": {\"field\": \"fp\", \"fingerprint\": 0%s}}";
  private static final String HAMMING =
      "{\"lang\": \"simhash\", \"source\": \"hamming\", " + PARAMS.formatted("");
  private static final String RECIPROCAL =
      "{\"lang\": \"simhash\", \"source\": \"reciprocal\", " + PARAMS.formatted("");

  @BeforeClass
  public static void indexDocuments() {
    http()
        .put("/scripts", "{\"mappings\": {\"properties\": {\"fp\": {\"type\": \"simhash\"}}}}")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("far", Map.of("fp", -1));
    documents.put("near", Map.of("fp", 7));
    documents.put("same", Map.of("fp", 0));
    documents.put("none", Map.of("other", 1));
    http().index("scripts", documents, "");
  }

  @Test
  public void testScore() {
    String query =
        "\"query\": {\"script_score\": {\"query\": {\"match_all\": {}}, \"script\": %s}}";
    Response reciprocal = search(query.formatted(RECIPROCAL));
    assertEquals(List.of("same", "near", "far", "none"), reciprocal.ids());
    assertEquals(.25, reciprocal.<Double>at("hits.hits.1._score"), 0);
    Response hamming = search(query.formatted(HAMMING));
    assertEquals(List.of("none", "far", "near", "same"), hamming.ids());
    assertEquals(64.0, hamming.<Double>at("hits.hits.1._score"), 0);
  }

  @Test
  public void testSort() {
    String sort =
        "\"sort\": {\"_script\": {\"type\": \"number\", \"script\": %s, \"order\": \"%s\"}}";
    Response hamming = search(sort.formatted(HAMMING, "asc"));
    assertEquals(List.of("same", "near", "far", "none"), hamming.ids());
    assertEquals(List.of(3.0), hamming.at("hits.hits.1.sort"));
    assertEquals(
        List.of("same", "near", "far", "none"), search(sort.formatted(RECIPROCAL, "desc")).ids());
  }

  @Test
  public void testField() {
    Response response =
        search(
            "\"sort\": \"_doc\", \"script_fields\": {\"h\": {\"script\": "
                + HAMMING
                + "}, \"s\": {\"script\": "
                + RECIPROCAL
                + "}}");
    assertEquals(List.of("far", "near", "same", "none"), response.ids());
    assertEquals(Map.of("h", List.of(3), "s", List.of(.25)), response.at("hits.hits.1.fields"));
    Map<String, Object> none = response.at("hits.hits.3.fields");
    assertEquals(none.toString(), java.util.Arrays.asList((Object) null), none.get("h"));
  }

  @Test
  public void testFilter() {
    for (String source : List.of("hamming", "reciprocal")) {
      String script =
          "\"query\": {\"bool\": {\"filter\": {\"script\": {\"script\": {\"lang\": \"simhash\","
              + " \"source\": \"%s\", ".formatted(source)
              + PARAMS.formatted(", \"max_distance\": %s")
              + "}}}}";
      assertEquals(List.of("near", "same"), search(script.formatted(3)).ids());
      assertEquals(List.of("same"), search(script.formatted(2)).ids());
      assertEquals(List.of("far", "near", "same"), search(script.formatted(64)).ids());
    }
  }

  @Test
  public void testAStoredScript() {
    http()
        .put(
            "/_scripts/simhash-near",
            "{\"script\": {\"lang\": \"simhash\", \"source\": \"hamming\"}}")
        .ok();
    String stored =
        "\"sort\": {\"_script\": {\"type\": \"number\", \"script\": {\"id\": \"simhash-near\", "
            + PARAMS.formatted("")
            + "}}";
    assertEquals(List.of("same", "near", "far", "none"), search(stored).ids());
  }

  private static Response search(String body) {
    return http().post("/scripts/_search", "{" + body + "}");
  }
}
