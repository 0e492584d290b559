package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Mappings as they are shown, and documents that a mapping does not suit. */
public class MappingsIT extends DistributionTestCase {

  @Test
  public void testAPipelineIntoAnUnmappedField() {
    http()
        .put(
            "/_ingest/pipeline/mappings-unmapped",
            """
            {"processors": [{"simhash": {"field": "content", "target_field": "near"}}]}""")
        .ok();
    String sentence =
        "[target_field] [near] of a [simhash] processor is not of type [simhash] in index"
            + " [mappings-unmapped], so no query finds the fingerprints: map it with [type] [simhash]"
            + " in the index or its template, and index the documents again";
    expectLogged(sentence);
    String document = Http.json(Map.of("content", Articles.NEWS));
    String path = "/mappings-unmapped/_doc?pipeline=mappings-unmapped";
    Response first = http().post(path, document).ok();
    assertEquals("the index did not exist", List.of(), first.warnings());
    List<String> lines = List.of("{\"index\": {}}", document, "{\"index\": {}}", document);
    Response bulk = http().bulk("/mappings-unmapped/_bulk?pipeline=mappings-unmapped", lines).ok();
    for (Response response : List.of(http().post(path, document).ok(), bulk)) {
      assertEquals(response.warnings().toString(), 1, response.warnings().size());
      assertTrue(response.warnings().toString(), response.warnings().get(0).contains(sentence));
    }
    String mapping =
        "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"%s\", \"enabled\": false}}}}";
    http().put("/mappings-disabled", mapping.formatted("object")).ok();
    http()
        .put("/mappings-mapped", mapping.formatted("simhash").replace(", \"enabled\": false", ""))
        .ok();
    for (String index : List.of("mappings-mapped", "mappings-disabled")) {
      String quiet = path.replace("/mappings-unmapped/", "/" + index + "/");
      assertEquals(List.of(), http().post(quiet, document).ok().warnings());
    }
  }

  @Test
  public void testATextFieldsMultiFieldNeedsAnAnalyzer() {
    String mappings =
        """
        {"properties": {"body": {
          "type": "%s", "fields": {"near": {"type": "simhash"%s}}}}}""";
    String refused = mappings.formatted("text", "");
    http().put("/mappings-later", "{}").ok();
    String inIndex = "{\"mappings\": " + refused + "}";
    String inTemplate =
        "{\"index_patterns\": [\"mappings-template-*\"], \"template\": " + inIndex + "}";
    for (Response response :
        List.of(
            http().put("/mappings-text", inIndex),
            http().put("/mappings-later/_mapping", refused),
            http().put("/_index_template/mappings", inTemplate))) {
      assertEquals(400, response.status());
      assertTrue(
          response.text(),
          response
              .text()
              .contains(
                  "[body.near] needs [analyzer], or [shingle.unit] [character]: without them it"
                      + " takes fingerprints, but [body] of type [text] gives it texts"));
    }
    String accepted = mappings.formatted("text", ", \"analyzer\": \"standard\"");
    http().put("/mappings-later/_mapping", accepted).ok();
    http().put("/mappings-hash", "{\"mappings\": " + mappings.formatted("keyword", "") + "}").ok();
    http().index("mappings-hash", Map.of("1", Map.of("body", "9f3c00a1b2c3d4e5")), "");
  }

  /** A field mapping of the whole index is shown, sub-fields and other fields too. */
  @Test
  public void testMappingsOfFields() {
    http()
        .put(
            "/mappings-shown",
            """
            {"mappings": {"properties": {
              "fp": {"type": "simhash"}, "tags": {"type": "minhash"}, "n": {"type": "integer"}}}}""")
        .ok();
    Response shown = http().get("/mappings-shown/_mapping/field/*").ok();
    Map<String, Object> fields = shown.at("mappings-shown.mappings");
    assertTrue(shown.text(), fields.keySet().containsAll(List.of("fp", "fp.block_0", "tags", "n")));
    assertEquals(Map.of("block_0", Map.of("type", "keyword")), mapping(fields, "fp.block_0"));
    assertEquals(Map.of("n", Map.of("type", "integer")), mapping(fields, "n"));
  }

  private static Object mapping(Map<String, Object> fields, String field) {
    return ((Map<?, ?>) fields.get(field)).get("mapping");
  }

  @Test
  public void testTermsEnum() {
    String keyword = "{\"type\": \"simhash\"}, \"category\": {\"type\": \"keyword\"}";
    http()
        .put("/mappings-terms", "{\"mappings\": {\"properties\": {\"fp\": " + keyword + "}}}")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    for (String hex : List.of("00ab000000000000", "00ac000000000000", "ff00000000000000")) {
      documents.put(
          hex,
          Map.of(
              "category",
              hex.substring(0, 4),
              "fp",
              Map.of("fingerprint", hex, "profile", "P" + hex.substring(0, 4))));
    }
    http().index("mappings-terms", documents, "");
    for (String field : List.of("category", "fp.block_0")) {
      assertEquals(List.of("00ab", "00ac", "ff00"), terms(field, ""));
      assertEquals(List.of("00ab", "00ac"), terms(field, "\"string\": \"00\""));
      assertEquals(List.of("00ac"), terms(field, "\"string\": \"00\", \"search_after\": \"00ab\""));
      assertEquals(List.of(), terms(field, "\"string\": \"AB\""));
      assertEquals(List.of("ff00"), terms(field, "\"string\": \"FF\", \"case_insensitive\": true"));
    }
    assertEquals(List.of("P00ab", "P00ac"), terms("fp.profile", "\"string\": \"P00\""));
    assertEquals(List.of(), terms("fp.profile", "\"string\": \"p00\""));
  }

  private static List<String> terms(String field, String options) {
    String body = "{\"field\": \"" + field + "\"" + (options.isEmpty() ? "" : ", " + options) + "}";
    Response response = http().post("/mappings-terms/_terms_enum", body).ok();
    assertEquals(response.text(), true, response.at("complete"));
    return response.at("terms");
  }

  /** Like the parts of a {@code text} field with {@code index_prefixes}. */
  @Test
  public void testSubFieldsDoNotCountTowardsTheLimitOfFields() {
    http()
        .put(
            "/mappings-limit",
            """
            {"settings": {"index.mapping.total_fields.limit": 2}, "mappings": {"properties": {
              "a": {"type": "simhash"}, "b": {"type": "simhash"}}}}""")
        .ok();
    Response third =
        http()
            .put("/mappings-limit/_mapping", "{\"properties\": {\"c\": {\"type\": \"simhash\"}}}");
    assertEquals(400, third.status());
    assertEquals("Limit of total fields [2] has been exceeded", third.reason());
  }

  /** Elasticsearch asks the script engine only if the request names a context. */
  @Test
  public void testStoredScripts() {
    String script = "{\"script\": {\"lang\": \"simhash\", \"source\": \"%s\"}}";
    Response refused = http().put("/_scripts/mappings/score", script.formatted("jaccard"));
    assertEquals(400, refused.status());
    assertTrue(refused.text(), refused.text().contains("must be one of [hamming, reciprocal]"));
    http().put("/_scripts/mappings/score", script.formatted("hamming")).ok();
    http().put("/_scripts/mappings", script.formatted("jaccard")).ok();
    http().delete("/_scripts/mappings").ok();
  }
}
