package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The two field types: source, updates, {@code copy_to}, bad values and data streams. */
public class FieldTypesIT extends DistributionTestCase {

  private static final String TEXT_FIELDS =
      """
      {"properties": {"content": {"type": "text", "fields": {
        "simhash": {"type": "simhash", "analyzer": "ansj"},
        "minhash": {"type": "minhash", "shingle": {"unit": "token", "size": 2}}}}}}""";

  /** Values that synthetic source must return unchanged. */
  private static final List<Object> VALUES =
      List.of(
          "00000000000000FF",
          255,
          -1,
          "0x00000000000000ff",
          Map.of("fingerprint", "00000000000000ff", "profile", "p", "features", 3));

  @Test
  public void testUpdatesOfATextChangeItsFingerprint() {
    http().put("/types-update", "{\"mappings\": " + TEXT_FIELDS + "}").ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("1", Map.of("content", Articles.NEWS, "views", 1));
    documents.put("2", Map.of("content", Articles.NEWS));
    http().index("types-update", documents, "");
    assertEquals(List.of("1", "2"), nearText("types-update", Articles.NEWS));

    update("types-update", "1", Map.of("views", 2));
    assertEquals(List.of("1", "2"), nearText("types-update", Articles.NEWS));
    update("types-update", "1", Map.of("content", Articles.OTHER));
    assertEquals(List.of("2"), nearText("types-update", Articles.NEWS));
    assertEquals(List.of("1"), nearText("types-update", Articles.OTHER));
    update("types-update", "1", Map.of("content", ""));
    assertEquals(List.of(), nearText("types-update", Articles.OTHER));
    assertEquals(List.of("2"), exists("types-update", "content.simhash"));
    assertEquals(List.of("2"), exists("types-update", "content.minhash"));
  }

  @Test
  public void testStoredAndSyntheticSourceReturnValuesAsTheyWereSent() {
    for (String mode : List.of("stored", "synthetic")) {
      String index = "types-" + mode;
      http()
          .put(
              "/" + index,
              """
              {"settings": {"index.mapping.source.mode": "%s"}, "mappings": {"properties": {
                "fp": {"type": "simhash"}, "tags": {"type": "minhash"},
                "n": {"type": "integer"}}}}"""
                  .formatted(mode))
          .ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      for (int i = 0; i < VALUES.size(); i++) {
        documents.put(Integer.toString(i), Map.of("fp", VALUES.get(i), "tags", List.of("b", "a")));
      }
      documents.put("none", Map.of("n", 1));
      http().index(index, documents, "");
      for (int i = 0; i < VALUES.size(); i++) {
        Response document = http().get("/" + index + "/_doc/" + i).ok();
        assertEquals(mode, documents.get(Integer.toString(i)), document.at("_source"));
      }
      assertEquals(Map.of("n", 1), http().get("/" + index + "/_doc/none").ok().at("_source"));
      assertEquals(4, exists(index, "fp").size() - 1);
      String near =
          "{\"simhash_near\": {\"field\": \"fp\", \"fingerprint\": 255, \"max_distance\": 0}}";
      assertEquals(4, search(index, near).ids().size());
      copy(index, near);
    }
  }

  /** Indexes the sources of a search by a bulk, as {@code _reindex} does. */
  private static void copy(String index, String query) {
    String copy = index + "-copy";
    http()
        .put(
            "/" + copy,
            "{\"mappings\": {\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"tags\": {\"type\": \"minhash\"}}}}")
        .ok();
    Response all = search(index, "{\"match_all\": {}}").ok();
    List<Map<String, Object>> hits = all.at("hits.hits");
    Map<String, Object> documents = new LinkedHashMap<>();
    hits.forEach(hit -> documents.put((String) hit.get("_id"), hit.get("_source")));
    http().index(copy, documents, "");
    assertEquals(search(index, query).ids(), search(copy, query).ids());
    String like =
        "{\"simhash_near\": {\"field\": \"fp\", \"max_distance\": 0, \"fingerprint\": 255, \"minhash\":"
            + " {\"field\": \"tags\", \"min_similarity\": 1, \"like\": {\"_index\": \"%s\", \"_id\": \"0\"}}}}";
    assertEquals(4, search(copy, like.formatted(index)).ids().size());
  }

  @Test
  public void testIgnoreMalformedKeepsTheDocument() {
    http()
        .put(
            "/types-malformed",
            """
            {"mappings": {"properties": {
              "fp": {"type": "simhash", "ignore_malformed": true},
              "tags": {"type": "minhash", "ignore_malformed": true},
              "strict": {"type": "simhash"}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("bad", Map.of("fp", "xyz", "tags", Map.of("a", 1), "n", 1));
    documents.put("object", Map.of("fp", Map.of("fingerprint", "1", "unknown", List.of(1))));
    documents.put("good", Map.of("fp", "0000000000000001", "tags", "a"));
    http().index("types-malformed", documents, "");
    assertEquals(List.of("good"), exists("types-malformed", "fp"));
    assertEquals(List.of("good"), exists("types-malformed", "tags"));
    Response ignored = search("types-malformed", "{\"term\": {\"_ignored\": \"fp\"}}");
    assertEquals(List.of("bad", "object"), ignored.ids());
    assertEquals(documents.get("bad"), ignored.at("hits.hits.0._source"));
  }

  @Test
  public void testABadDocumentOfABulkFailsOnlyItself() {
    http()
        .put("/types-bulk", "{\"mappings\": {\"properties\": {\"fp\": {\"type\": \"simhash\"}}}}")
        .ok();
    Response response =
        http()
            .bulk(
                "/types-bulk/_bulk?refresh=true",
                List.of(
                    "{\"index\": {\"_id\": \"1\"}}",
                    "{\"fp\": 1}",
                    "{\"index\": {\"_id\": \"2\"}}",
                    "{\"fp\": \"not a fingerprint\"}",
                    "{\"index\": {\"_id\": \"3\"}}",
                    "{\"fp\": [1, 2]}",
                    "{\"index\": {\"_id\": \"4\"}}",
                    "{\"fp\": 4}"))
            .ok();
    List<Map<String, Map<String, Object>>> items = response.at("items");
    assertEquals(
        List.of(201, 400, 400, 201),
        items.stream().map(item -> item.get("index").get("status")).toList());
    assertTrue(response.text(), response.text().contains("takes one value a document"));
    assertEquals(List.of("1", "4"), exists("types-bulk", "fp"));
  }

  @Test
  public void testADataStreamMadeByATemplate() {
    for (String mode : List.of("standard", "logsdb")) {
      String stream = "types-stream-" + mode;
      http()
          .put(
              "/_index_template/" + stream,
              """
              {"index_patterns": ["%s"], "data_stream": {}, "priority": 500,
               "template": {"settings": {"index.mode": "%s"}, "mappings": %s}}"""
                  .formatted(stream, mode, TEXT_FIELDS))
          .ok();
      Response bulk =
          http()
              .bulk(
                  "/" + stream + "/_bulk?refresh=true",
                  List.of(
                      "{\"create\": {\"_id\": \"1\"}}",
                      Http.json(Map.of("@timestamp", "2026-01-01", "content", Articles.NEWS)),
                      "{\"create\": {\"_id\": \"2\"}}",
                      Http.json(Map.of("@timestamp", "2026-01-02", "content", Articles.EDIT)),
                      "{\"create\": {\"_id\": \"3\"}}",
                      Http.json(Map.of("@timestamp", "2026-01-03", "content", Articles.OTHER))))
              .ok();
      assertEquals(bulk.text(), false, bulk.at("errors"));
      assertEquals(List.of("1", "2"), nearText(stream, Articles.NEWS));
      String like =
          "{\"simhash_near\": {\"field\": \"content.simhash\", \"like\": {\"_index\": \"%s\", \"_id\": \"1\"}}}";
      Response found = search(stream, like.formatted(stream));
      assertEquals(List.of("2"), found.ids());
      assertEquals(Articles.EDIT, found.at("hits.hits.0._source.content"));
    }
  }

  @Test
  public void testCopyToAndMinHashSets() {
    http()
        .put(
            "/types-sets",
            """
            {"mappings": {"properties": {
              "a": {"type": "keyword", "copy_to": "set"}, "b": {"type": "keyword", "copy_to": "set"},
              "set": {"type": "minhash"}, "fp": {"type": "simhash", "null_value": 0}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("split", Map.of("a", List.of("x", "y"), "b", "z", "fp", 0));
    documents.put("whole", Map.of("set", List.of("z", "y", "x", "x"), "fp", 0));
    documents.put("null", "{\"fp\": null, \"set\": []}");
    http().index("types-sets", documents, "");
    Response response =
        search(
            "types-sets",
            """
            {"simhash_near": {"field": "fp", "fingerprint": 0, "mu": 0,
              "minhash": {"field": "set", "values": ["x", "y", "z"]}}}""");
    assertEquals(List.of("split", "whole", "null"), response.ids());
    assertEquals(1.0, response.<Double>at("hits.hits.1._score"), 0);
    assertEquals(0.0, response.<Double>at("hits.hits.2._score"), 0);
  }

  @Test
  public void testTheMappingShowsWhatItWasMadeWith() {
    http().put("/types-mapping", "{\"mappings\": " + TEXT_FIELDS + "}").ok();
    Map<String, Object> simhash =
        Map.ofEntries(
            Map.entry("type", "simhash"),
            Map.entry("analyzer", "ansj"),
            Map.entry("preset", "default"),
            Map.entry("min_token_length", 2),
            Map.entry("shingle", Map.of("unit", "token", "size", 3)),
            Map.entry("tf", "binary"),
            Map.entry("idf", "none"),
            Map.entry("min_document_frequency", 0),
            Map.entry("length", "none"),
            Map.entry("pos", Map.of()),
            Map.entry("cue_phrases", List.of()),
            Map.entry("weight_levels", 0),
            Map.entry("top", 0),
            Map.entry("min_features", 8.0),
            Map.entry("hash", "xxh3"),
            Map.entry("ties", "zero"),
            Map.entry(
                "signature",
                Map.of(
                    "hashes",
                    1024,
                    "bands",
                    64,
                    "rows",
                    2,
                    "shingle",
                    Map.of("unit", "character", "size", "auto"))));
    Map<String, Object> minhash = new LinkedHashMap<>();
    minhash.put("type", "minhash");
    minhash.put("hashes", 1024);
    minhash.put("bands", 64);
    minhash.put("rows", 2);
    minhash.put("shingle", Map.of("unit", "token", "size", 2));
    minhash.put("analyzer", "ansj");
    assertEquals(
        Map.of(
            "properties",
            Map.of(
                "content",
                Map.of("type", "text", "fields", Map.of("simhash", simhash, "minhash", minhash)))),
        mapping("types-mapping"));
    String change = TEXT_FIELDS.replace("\"analyzer\": \"ansj\"", "\"analyzer\": \"standard\"");
    assertEquals(400, http().put("/types-mapping/_mapping", change).status());
    Map<String, Object> caps =
        http().get("/types-mapping/_field_caps?fields=content.simhash*").ok().at("fields");
    assertTrue(caps.toString(), caps.keySet().contains("content.simhash.block_0"));
    assertNull(caps.get("content.simhash.block_4"));
  }

  @Test
  public void testTheMappingStaysAsItWasMade() {
    http().put("/types-pinned", "{\"mappings\": " + TEXT_FIELDS + "}").ok();
    Map<String, Object> mapping = mapping("types-pinned");
    String profile = profile("types-pinned");
    http().put("/types-pinned/_mapping", TEXT_FIELDS).ok();
    assertEquals(mapping, mapping("types-pinned"));

    http().put("/types-copy", Http.json(Map.of("mappings", mapping))).ok();
    assertEquals(mapping, mapping("types-copy"));
    assertEquals(profile, profile("types-copy"));

    String other = "{\"properties\": {\"other\": {\"type\": \"long\"}}}";
    http().put("/types-pinned/_mapping", other).ok();
    http().index("types-pinned", Map.of("dynamic", Map.of("new", 1)), "");
    http().post("/types-pinned/_close", null).ok();
    http().post("/types-pinned/_open", null).ok();
    http().get("/_cluster/health/types-pinned?wait_for_status=yellow").ok();
    http().put("/types-pinned/_mapping", TEXT_FIELDS).ok();
    Map<String, Object> properties =
        http().get("/types-pinned/_mapping").at("types-pinned.mappings.properties");
    assertEquals(
        List.of("content", "new", "other"), properties.keySet().stream().sorted().toList());
    properties.keySet().retainAll(List.of("content"));
    assertEquals(mapping, Map.of("properties", properties));
    assertEquals(profile, profile("types-pinned"));
  }

  private static Map<String, Object> mapping(String index) {
    return http().get("/" + index + "/_mapping").ok().at(index + ".mappings");
  }

  /** The profile id of a document that is indexed now. */
  private static String profile(String index) {
    http().index(index, Map.of("p", Map.of("content", Articles.NEWS)), "");
    String search =
        "{\"query\": {\"ids\": {\"values\": [\"p\"]}}, \"fields\": [\"content.simhash.profile\"]}";
    Response response = http().post("/" + index + "/_search", search).ok();
    Map<String, List<String>> fields = response.at("hits.hits.0.fields");
    return fields.get("content.simhash.profile").getFirst();
  }

  private static void update(String index, String id, Map<String, Object> part) {
    http()
        .post("/" + index + "/_update/" + id + "?refresh=true", Http.json(Map.of("doc", part)))
        .ok();
  }

  private static List<String> nearText(String index, String text) {
    Map<String, Object> near = Map.of("field", "content.simhash", "text", text);
    return search(index, Http.json(Map.of("simhash_near", near))).ids().stream().sorted().toList();
  }

  private static List<String> exists(String index, String field) {
    return search(index, "{\"exists\": {\"field\": \"" + field + "\"}}").ids();
  }

  private static Response search(String index, String query) {
    return http().post("/" + index + "/_search", "{\"query\": " + query + "}");
  }
}
