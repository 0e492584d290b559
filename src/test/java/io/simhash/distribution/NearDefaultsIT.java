package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.elasticsearch.query.RandomTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The first pipeline, mapping and query of the README, on two nodes and after a restart. */
public class NearDefaultsIT {

  private static final String PIPELINE =
      "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}]}";

  private static final String OTHER_PIPELINE =
      "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"preset\": \"words\"}}]}";

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 2, "number_of_replicas": 0,
                    "index.default_pipeline": "fingerprint"},
       "mappings": {"properties": {
         "content": {"type": "text"}, "simhash": {"type": "simhash"}}}}""";

  private static final Map<String, String> TEXTS =
      Map.of(
          "news", Articles.NEWS,
          "edited news", Articles.EDIT,
          "other", Articles.OTHER,
          "text", RandomTexts.TEXT,
          "edited text", RandomTexts.EDITED,
          "template", RandomTexts.TEMPLATE);

  @Test
  public void testTheFirstQuery() {
    try (TestCluster cluster = TestCluster.of(2).start()) {
      Http http = cluster.http();
      http.put("/_ingest/pipeline/fingerprint", PIPELINE).ok();
      http.put("/_ingest/pipeline/words", OTHER_PIPELINE).ok();
      http.put("/news", INDEX).ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      TEXTS.forEach((id, text) -> documents.put(id, Map.of("content", text)));
      http.index("news", documents, "");
      assertFindsTheEditedTexts(cluster);
      cluster.restart();
      assertFindsTheEditedTexts(cluster);
      assertWarnsOfAnotherProfile(cluster);
      assertABadSignatureFailsAlone(cluster.http());
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));
    }
  }

  private static void assertFindsTheEditedTexts(TestCluster cluster) {
    for (int node = 0; node < 2; node++) {
      Http http = cluster.http(node);
      for (String id : List.of("news", "text")) {
        Response like = near(http, like(id));
        assertEquals(List.of("edited " + id), like.ids());
        Map<String, Object> stored = http.get("/news/_doc/" + id).ok().at("_source.simhash");
        List<String> both = List.of(id, "edited " + id);
        for (String source : List.of(document(id), fingerprint(stored))) {
          Response found = near(http, source);
          assertEquals(both, found.ids());
          assertEquals(List.of(), found.warnings());
        }
        assertEquals(List.of(), like.warnings());
      }
      // By distance alone the template is a neighbour, and the edited text is too far.
      String alone = like("text") + ", \"max_distance\": 12, \"min_similarity\": 0";
      assertEquals(List.of("template"), near(http, alone).ids());
    }
  }

  private static String like(String id) {
    return "\"like\": {\"_index\": \"news\", \"_id\": \"" + id + "\"}";
  }

  private static String document(String id) {
    return "\"pipeline\": \"fingerprint\", \"document\": {\"content\": \"" + TEXTS.get(id) + "\"}";
  }

  private static String fingerprint(Map<String, Object> stored) {
    return "\"fingerprint\": \"%s\", \"signature\": \"%s\", \"profile\": \"%s\""
        .formatted(stored.get("fingerprint"), stored.get("signature"), stored.get("profile"));
  }

  private static Response near(Http http, String source) {
    String query = "{\"simhash_near\": {\"field\": \"simhash\", " + source + "}}";
    return http.post("/news/_search", "{\"query\": " + query + "}").ok();
  }

  /** Both shards, one on each node, have documents of the other profile. */
  private static void assertWarnsOfAnotherProfile(TestCluster cluster) {
    Http http = cluster.http();
    Map<String, Object> others = new LinkedHashMap<>();
    for (int i = 0; i < 20; i++) {
      others.put("other-" + i, Map.of("content", RandomTexts.words(100 + i)));
    }
    http.index("news", others, "pipeline=words");
    for (Map<String, Object> shard :
        http
            .get("/news/_stats?level=shards&filter_path=indices.news.shards.*.docs.count")
            .ok()
            .<Map<String, List<Map<String, Object>>>>at("indices.news.shards")
            .values()
            .stream()
            .map(List::getFirst)
            .toList()) {
      assertTrue(shard.toString(), ((Map<?, ?>) shard.get("docs")).get("count").hashCode() > 6);
    }
    String warning =
        "299 Elasticsearch-\\S+ \"\\[simhash_near] \\[simhash] holds fingerprints of other profiles"
            + " than the query's: distances to them mean nothing. A \\[terms] aggregation on \\[simhash.profile] lists the profiles\"";
    for (int node = 0; node < 2; node++) {
      for (String source : List.of(like("news"), document("news"))) {
        Response found = near(cluster.http(node), source);
        assertTrue(found.ids().contains("edited news"));
        assertEquals(found.warnings().toString(), 1, found.warnings().size());
        String warned = found.warnings().getFirst();
        assertTrue(warned, warned.matches(warning));
      }
    }
    List<String> deletes = new ArrayList<>();
    others.keySet().forEach(id -> deletes.add("{\"delete\": {\"_id\": \"" + id + "\"}}"));
    http.bulk("/news/_bulk?refresh=true", deletes).ok();
    assertEquals(List.of(), near(http, like("news")).warnings());
  }

  private static void assertABadSignatureFailsAlone(Http http) {
    String value = "{\"simhash\": {\"fingerprint\": \"9f3c000000000001\", \"signature\": \"%s\"}}";
    List<String> lines = new ArrayList<>();
    String start = "A0ABAEABAQAAAAAAAAAAAAAAAAAAAAAA";
    for (String signature : List.of(start + "AA==", "AgEAAQIDBA==", start + "AQ==")) {
      lines.add("{\"index\": {\"_id\": \"bad-" + lines.size() / 2 + "\"}}");
      lines.add(value.formatted(signature));
    }
    Response bulk = http.bulk("/news/_bulk?refresh=true&pipeline=_none", lines).ok();
    assertEquals(201, (int) bulk.at("items.0.index.status"));
    assertEquals(400, (int) bulk.at("items.1.index.status"));
    assertEquals(
        "[signature] cannot be read: a signature must have version [3] but had [2]: index the"
            + " document again",
        bulk.at("items.1.index.error.caused_by.reason"));
    assertEquals(201, (int) bulk.at("items.2.index.status"));
  }
}
