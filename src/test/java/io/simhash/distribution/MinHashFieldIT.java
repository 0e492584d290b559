package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;

/** Products that are compared by their titles and by their tags, in fields of type minhash. */
public class MinHashFieldIT extends SecurityTestCase {

  private static final String ROLES =
      """
      writer:
        indices: [{names: [shop], privileges: [read, write]}]
      limited:
        indices: [{names: [shop], privileges: [read], query: '{"term": {"public": true}}'}]
      granted:
        indices: [{names: [shop], privileges: [read], field_security: {grant: [n, "title*"]}}]
      parent:
        indices: [{names: [shop], privileges: [read], field_security: {grant: [n, title, title.near]}}]
      none:
        indices: [{names: [shop], privileges: [read], field_security: {grant: [n]}}]
      """;

  private static final String MAPPING =
      """
      {"settings": {"number_of_shards": 2}, "mappings": {"properties": {
        "n": {"type": "integer"}, "public": {"type": "boolean"}, "tags": {"type": "minhash"},
        "title": {"type": "text", "fields": {"near": {"type": "minhash", "shingle": {"size": 3}}}},
        "cluster_id": {"type": "keyword"}}}}""";

  @BeforeClass
  public static void makeUsersAndProducts() {
    makeUsers(ROLES);
    put("/shop", MAPPING);
    Map<String, Object> products = new LinkedHashMap<>();
    products.put("1", product(1, false, "Garden hose of rubber, 20 m, green", "garden", "hose"));
    products.put("2", product(2, true, "Garden hose of rubber, 25 m, green", "garden", "hose"));
    products.put("3", product(3, true, "Garden hose of rubber, 25 m, red", "garden", "water"));
    products.put("4", product(4, true, "Kettle of steel with a lid, 2 l", "kitchen", "steel"));
    products.put("5", Map.of("n", 5, "public", true));
    http().index("shop", products, "");
  }

  private static Map<String, Object> product(int n, boolean seen, String title, String... tags) {
    return Map.of("n", n, "public", seen, "title", title, "tags", List.of(tags));
  }

  private static Response search(String user, String body) {
    return as(user).post("/shop/_search", body);
  }

  private static String collapse(String field, String options) {
    return """
        {"_source": false, "retriever": {"near_duplicate_collapse": {"field": "%s"%s,
          "retriever": {"standard": {"sort": ["n"]}}}}}"""
        .formatted(field, options);
  }

  private static String groups(String field, String options) {
    return """
        {"size": 0, "aggs": {"a": {"near_duplicates": {"field": "%s"%s}}}}"""
        .formatted(field, options);
  }

  private static Response clusters(String user, String field, String options) {
    return as(user)
        .post("/shop/_simhash/clusters", "{\"field\": \"" + field + "\"" + options + "}");
  }

  private static Response estimate(String user, String field) {
    return as(user).get("/shop/_simhash/estimate?field=" + field);
  }

  /** The documents that have a value, and the size of their one group, in four features. */
  private static List<?> found(String user, String field) {
    Response clusters = clusters(user, field, "").ok();
    Response groups = search(user, groups(field, "")).ok();
    Response estimate = estimate(user, field).ok();
    Response kept = search(user, collapse(field, ", \"ignore_unmapped\": true")).ok();
    return List.of(
        List.of(clusters.at("documents"), clusters.at("clustered_documents")),
        List.of(
            groups.at("aggregations.a.documents"),
            groups.<List<?>>at("aggregations.a.buckets").isEmpty()
                ? 0
                : groups.at("aggregations.a.buckets.0.doc_count")),
        List.of(estimate.at("documents"), estimate.at("near_duplicates.count")),
        kept.ids());
  }

  @Test
  public void testEverythingThatTakesAField() {
    assertEquals(
        List.of(List.of(4, 3), List.of(4, 3), List.of(4, 3), List.of("1", "4", "5")),
        found("writer", "title.near"));
    assertEquals(
        List.of(List.of(4, 2), List.of(4, 2), List.of(4, 2), List.of("1", "3", "4", "5")),
        found("writer", "tags"));
    List<String> hits =
        search(
                "writer",
                """
                {"query": {"minhash_near": {"field": "title.near",
                  "like": {"_index": "shop", "_id": "1"}}}}""")
            .ids();
    assertEquals(List.of("2", "3"), hits);
    Map<String, Object> folded =
        search("writer", collapse("tags", "")).ok().at("hits.hits.0.fields._near_duplicates.0");
    assertEquals(
        Map.of("_index", "shop", "_id", "2", "_score", folded.get("_score"), "similarity", 1.0),
        folded);
  }

  @Test
  public void testIdsInTheDocuments() {
    String options = ", \"linkage\": \"star\", \"confirm\": {\"field\": \"title\", ";
    Response run =
        clusters(
                "writer",
                "title.near",
                options
                    + "\"min_similarity\": 0.5, \"shingle\": {\"size\": 3}}, \"update\":"
                    + " {\"field\": \"cluster_id\"}")
            .ok();
    assertEquals(5, run.number("update.updated"));
    post("/shop/_refresh", null);
    String terms = "{\"size\": 0, \"aggs\": {\"a\": {\"terms\": {\"field\": \"cluster_id\"}}}}";
    Response stories = search("writer", terms).ok();
    assertEquals(3, stories.number("aggregations.a.buckets.0.doc_count"));
    assertEquals(3, stories.<List<?>>at("aggregations.a.buckets").size());
  }

  @Test
  public void testStatistics() {
    Response stats = get("/shop/_simhash/stats?fields=*");
    Map<String, Map<String, Object>> fields = stats.at("fields");
    assertEquals(Set.of("tags", "title.near"), fields.keySet());
    Map<String, Object> titles = fields.get("title.near");
    assertEquals(
        List.of(5, 0, 4),
        List.of(titles.get("documents"), titles.get("fingerprints"), titles.get("signatures")));
    assertEquals(
        List.of(Map.of("parameters", "6:character:3:1024:24x2", "documents", 4)),
        titles.get("signature_parameters"));
  }

  /** As with a simhash field: hidden documents do not count, a hidden field has no values. */
  @Test
  public void testSecurity() {
    assertEquals(
        List.of(List.of(3, 2), List.of(3, 2), List.of(3, 2), List.of("2", "4", "5")),
        found("limited", "title.near"));
    assertEquals(
        List.of(List.of(4, 3), List.of(4, 3), List.of(4, 3), List.of("1", "4", "5")),
        found("granted", "title.near"));
    List<?> nothing =
        List.of(List.of(0, 0), List.of(0, 0), List.of(0, 0), List.of("1", "2", "3", "4", "5"));
    // Signatures are in the sub-field [signature], which the role must grant.
    assertEquals(nothing, found("parent", "title.near"));
    assertEquals(nothing, found("none", "title.near"));
    assertEquals(
        List.of("1", "2", "3", "4", "5"), search("none", collapse("title.near", "")).ok().ids());
    Response unmapped = search("none", collapse("title.far", ""));
    assertEquals(400, unmapped.status());
    assertTrue(unmapped.text(), unmapped.text().contains(unusable("title.far")));
    assertEquals(
        List.of(),
        search(
                "none",
                """
                {"query": {"minhash_near": {"field": "title.near",
                  "like": {"_index": "shop", "_id": "1"}}}}""")
            .ids());
  }

  @Test
  public void testOptionsOfFingerprintsAreRefused() {
    String distance =
        "[max_distance] must not be set for [tags] of type [minhash], which has no fingerprints";
    String similarity = "[min_similarity] must be above [0] and at most [1] but was [0.0]";
    for (Map.Entry<String, String> refused :
        Map.of(", \"max_distance\": 3", distance, ", \"min_similarity\": 0", similarity)
            .entrySet()) {
      for (Response response :
          List.of(
              clusters("writer", "tags", refused.getKey()),
              search("writer", groups("tags", refused.getKey())),
              search("writer", collapse("tags", refused.getKey())))) {
        assertEquals(400, response.status());
        assertTrue(response.text(), response.text().contains(refused.getValue()));
      }
    }
    String type = "[field] must be of type [simhash] or [minhash] but [title] is of type [text]";
    for (Response response :
        List.of(
            clusters("writer", "title", ""),
            search("writer", groups("title", "")),
            estimate("writer", "title"))) {
      assertEquals(400, response.status());
      assertTrue(response.text(), response.text().contains(type));
    }
    Response collapsed = search("writer", collapse("title", ""));
    assertEquals(400, collapsed.status());
    assertTrue(collapsed.text(), collapsed.text().contains(unusable("title")));
  }

  /** The sentence of the retriever, which knows the types of fields by its hits. */
  private static String unusable(String field) {
    return "[field] must be a field of type [simhash] or [minhash], outside nested objects, in the"
        + " index of a hit but was ["
        + field
        + "]; with [ignore_unmapped] [true] all hits are kept";
  }
}
