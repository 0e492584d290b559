package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

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
}
