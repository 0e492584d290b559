package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** {@code simhash_near} together with the other features of a search. */
public class SearchFeaturesIT extends DistributionTestCase {

  private static final String NEAR =
      """
      {"simhash_near": {"field": "fp", "fingerprint": "0000000000000000", "max_distance": 3}}""";
  private static final String LIKE =
      """
      {"simhash_near": {"field": "fp", "like": {"_index": "search", "_id": "0"}, "max_distance": 3}}""";

  @BeforeClass
  public static void indexDocuments() {
    http()
        .put(
            "/search",
            """
            {"mappings": {"properties": {
              "fp": {"type": "simhash"}, "title": {"type": "text"}, "n": {"type": "integer"},
              "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}}}},
             "aliases": {"all": {}, "odd": {"filter": {"term": {"fp.block_3": "0001"}}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int bits : new int[] {0, 1, 2, 3, 4, 64}) {
      Map<String, Object> fingerprint =
          Map.of("fingerprint", hex(bits), "profile", bits < 3 ? "low" : "high", "features", bits);
      List<Map<String, Object>> parts =
          List.of(Map.of("fp", hex(bits)), Map.of("fp", hex(64 - bits)), Map.of("other", 1));
      documents.put(
          Integer.toString(bits),
          Map.of("fp", fingerprint, "title", "quick fox " + bits, "n", bits, "parts", parts));
    }
    documents.put("none", Map.of("title", "quick"));
    http().index("search", documents, "");
  }

  private static String hex(int bits) {
    return io.simhash.core.simhash.Fingerprint.toHex(bits == 64 ? -1L : (1L << bits) - 1);
  }

  @Test
  public void testBoolFiltersAndAliases() {
    assertEquals(List.of("0", "1", "2", "3"), search("\"query\": " + NEAR).ids());
    String bool =
        "\"query\": {\"bool\": {\"%s\": "
            + NEAR
            + ", \"must\": {\"match\": {\"title\": \"fox\"}}}}";
    assertEquals(4, search(bool.formatted("filter")).ids().size());
    assertEquals(
        List.of("4", "64"), search(bool.formatted("must_not") + ", \"sort\": \"n\"").ids());
    assertEquals(6, search(bool.formatted("should")).ids().size());
    assertEquals("0", search(bool.formatted("should")).ids().getFirst());
    assertEquals(List.of("1", "2", "3"), on("all", "\"query\": " + LIKE).ids());
    assertEquals(List.of("1"), on("odd", "\"query\": " + LIKE).ids());
    http().put("/search/_alias/near", "{\"filter\": " + NEAR + "}").ok();
    assertEquals(List.of("0", "1", "2", "3"), on("near", "\"sort\": \"n\"").ids());
    assertEquals(List.of("1", "2", "3"), on("near", "\"query\": " + LIKE).ids());
    assertEquals(400, http().put("/search/_alias/like", "{\"filter\": " + LIKE + "}").status());
  }

  @Test
  public void testExplainAndValidateThroughAnAlias() {
    http().put("/search/_alias/nearest", "{\"filter\": " + NEAR + "}").ok();
    String like = "{\"query\": " + LIKE + "}";
    Response explained = http().post("/nearest/_explain/1", like).ok();
    assertEquals(true, explained.at("matched"));
    Response filtered = http().post("/nearest/_explain/4", like).ok();
    assertEquals(false, filtered.at("matched"));
    Response valid = http().post("/nearest/_validate/query?explain=true", like).ok();
    assertEquals(true, valid.at("valid"));
  }

  @Test
  public void testSortAndSearchAfterReturnAllHits() {
    List<String> walked = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 3; page++) {
      Response response =
          search(
              "\"size\": 2, \"query\": "
                  + NEAR
                  + ", \"sort\": [\"_score\", {\"n\": \"desc\"}]"
                  + after);
      List<String> ids = response.ids();
      walked.addAll(ids);
      if (ids.isEmpty() == false) {
        List<Object> sort = response.at("hits.hits." + (ids.size() - 1) + ".sort");
        after = ", \"search_after\": [" + sort.get(0) + ", " + sort.get(1) + "]";
      }
    }
    assertEquals(List.of("0", "1", "2", "3"), walked);
    assertEquals(
        List.of("64", "4"),
        search("\"size\": 2, \"sort\": [{\"fp\": {\"order\": \"desc\", \"missing\": \"_last\"}}]")
            .ids());
    assertEquals(
        List.of("0", "1"), search("\"size\": 2, \"sort\": [\"fp.block_3\", \"_doc\"]").ids());
  }

  @Test
  public void testExplainNamesTheDistance() {
    Response response = search("\"explain\": true, \"size\": 2, \"query\": " + NEAR).ok();
    assertTrue(
        response.text(), response.text().contains("H, Hamming distance of 0000000000000001"));
    assertEquals(.5, response.<Double>at("hits.hits.1._explanation.value"), 0);
    Response match = http().post("/search/_explain/3", "{\"query\": " + LIKE + "}").ok();
    assertEquals(true, match.at("matched"));
    Response none = http().post("/search/_explain/4", "{\"query\": " + NEAR + "}").ok();
    assertEquals(false, none.at("matched"));
    assertTrue(none.text(), none.text().contains("Hamming distance 4 is above max_distance 3"));
  }

  @Test
  public void testProfileNamesTheQuery() {
    Response response = search("\"profile\": true, \"query\": " + NEAR).ok();
    // The profile also has the filter that excludes nested documents.
    String path = "profile.shards.0.searches.0.query.0.children.0.";
    assertEquals("SimHashNearQuery", response.at(path + "type"));
    assertEquals(
        "fp:simhash_near(0000000000000000~3,J>=0.51|3,similarity)",
        response.at(path + "description"));
  }

  @Test
  public void testCountMultiSearchAndValidate() {
    assertEquals(
        4, (int) http().post("/search/_count", "{\"query\": " + NEAR + "}").ok().at("count"));
    assertEquals(
        3, (int) http().post("/search/_count", "{\"query\": " + LIKE + "}").ok().at("count"));
    List<Map<String, Float>> hits = Hits.of(http(), "search", List.of(NEAR, LIKE, NEAR));
    assertEquals(List.of("1", "2", "3"), List.copyOf(hits.get(1).keySet()));
    assertEquals(hits.get(0), hits.get(2));
    String validate = "/search/_validate/query?explain=true&rewrite=true";
    Response valid = http().post(validate, "{\"query\": " + LIKE + "}").ok();
    assertEquals(true, valid.at("valid"));
    assertTrue(valid.text(), valid.text().contains("simhash_near(0000000000000000~3"));
    Response invalid = http().post(validate, "{\"query\": " + NEAR.replace("3}", "65}") + "}").ok();
    assertEquals(false, invalid.at("valid"));
  }

  @Test
  public void testAggregations() {
    Response response =
        search(
                """
                "size": 0, "aggs": {
                  "profiles": {"terms": {"field": "fp.profile"}},
                  "blocks": {"terms": {"field": "fp.block_3", "order": {"_key": "asc"}}},
                  "fingerprints": {"cardinality": {"field": "fp"}},
                  "features": {"max": {"field": "fp.features"}},
                  "near": {"filter": %s, "aggs": {"n": {"sum": {"field": "n"}}}},
                  "like": {"filters": {"filters": {"like": %s}}}}"""
                    .formatted(NEAR, LIKE))
            .ok();
    assertEquals(
        List.of(Map.of("key", "high", "doc_count", 3), Map.of("key", "low", "doc_count", 3)),
        response.at("aggregations.profiles.buckets"));
    assertEquals(6, response.<List<Object>>at("aggregations.blocks.buckets").size());
    assertEquals("0000", response.at("aggregations.blocks.buckets.0.key"));
    assertEquals(6, (int) response.at("aggregations.fingerprints.value"));
    assertEquals(64.0, response.at("aggregations.features.value"), 0.0);
    assertEquals(4, (int) response.at("aggregations.near.doc_count"));
    assertEquals(6.0, response.at("aggregations.near.n.value"), 0.0);
    assertEquals(3, (int) response.at("aggregations.like.buckets.like.doc_count"));
  }

  @Test
  public void testCollapseByProfile() {
    Response best = search("\"collapse\": {\"field\": \"fp.profile\"}, \"query\": " + NEAR).ok();
    // The profile of 0, 1 and 2 is low, that of 3 is high.
    assertEquals(List.of("0", "3"), best.ids());
    assertEquals(List.of("low"), best.at("hits.hits.0.fields.fp\\.profile"));
  }

  @Test
  public void testHighlightOfAnotherQueryWorks() {
    Response response =
        search(
                "\"query\": {\"bool\": {\"must\": [{\"match\": {\"title\": \"fox\"}}, "
                    + NEAR
                    + "]}}, \"highlight\": {\"fields\": {\"title\": {}, \"fp\": {}}}")
            .ok();
    assertEquals(
        Map.of("title", List.of("quick <em>fox</em> 0")), response.at("hits.hits.0.highlight"));
    assertEquals(4, response.ids().size());
  }

  @Test
  public void testTermsExistsAndFields() {
    assertEquals(List.of("64"), search("\"query\": {\"term\": {\"fp.block_0\": \"ffff\"}}").ids());
    assertEquals(
        2, search("\"query\": {\"terms\": {\"fp.block_3\": [\"0001\", \"0003\"]}}").ids().size());
    assertEquals(List.of("64"), search("\"query\": {\"term\": {\"fp\": -1}}").ids());
    for (String field : List.of("fp", "fp.block_1", "fp.profile", "fp.features")) {
      String exists = "\"query\": {\"exists\": {\"field\": \"" + field + "\"}}";
      assertEquals(field, 6, search(exists).ids().size());
    }
    Response fields =
        search(
                "\"query\": {\"ids\": {\"values\": [\"3\"]}}, \"fields\": [\"fp*\"],"
                    + " \"docvalue_fields\": [\"fp\"]")
            .ok();
    assertEquals(List.of(hex(3)), fields.at("hits.hits.0.fields.fp"));
    Map<String, Object> all = fields.at("hits.hits.0.fields");
    assertEquals(List.of("0007"), all.get("fp.block_3"));
    assertEquals(List.of("high"), all.get("fp.profile"));
    assertEquals(List.of(3), all.get("fp.features"));
  }

  @Test
  public void testNestedWithInnerHits() {
    Response response =
        search(
                """
                "query": {"nested": {"path": "parts", "score_mode": "max", "inner_hits": {},
                  "query": {"simhash_near": {"field": "parts.fp", "fingerprint": 0,
                    "max_distance": 1}}}}, "sort": ["_score", "n"]""")
            .ok();
    assertEquals(List.of("0", "64", "1"), response.ids());
    assertEquals(1, (int) response.at("hits.hits.1.inner_hits.parts.hits.total.value"));
    assertEquals(1, (int) response.at("hits.hits.1.inner_hits.parts.hits.hits.0._nested.offset"));
  }

  @Test
  public void testWithATimeoutAndInAScroll() {
    assertEquals(4, search("\"timeout\": \"30s\", \"query\": " + NEAR).ids().size());
    Response first =
        http().post("/search/_search?scroll=1m", "{\"size\": 3, \"query\": " + NEAR + "}");
    assertEquals(3, first.ids().size());
    String body = Http.json(Map.of("scroll_id", first.at("_scroll_id")));
    assertEquals(List.of("3"), http().post("/_search/scroll", body).ids());
  }

  @Test
  public void testRescore() {
    String rescore = ", \"rescore\": {\"window_size\": 10, \"query\": {\"rescore_query\": ";
    List<String> rescored =
        search("\"query\": {\"match\": {\"title\": \"fox\"}}" + rescore + NEAR + "}}").ids();
    assertEquals(List.of("0", "1", "2", "3"), rescored.subList(0, 4));
  }

  private static Response search(String body) {
    return on("search", body);
  }

  private static Response on(String index, String body) {
    return http().post("/" + index + "/_search", "{" + body + "}");
  }
}
