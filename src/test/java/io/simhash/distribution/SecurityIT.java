package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Articles;
import io.simhash.distribution.helper.Hits;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * With security on, this plugin shows no user more than other searches do: neither a user without
 * the privilege to read nor one under document or field level security.
 */
public class SecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      reader:
        indices: [{names: [news], privileges: [read]}]
      stranger:
        indices: [{names: [own], privileges: [read]}]
      limited:
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}'}]
      content:
        indices: [{names: [news], privileges: [read], field_security: {grant: [content, public]}}]
      parent:
        indices: [{names: [news], privileges: [read], field_security: {grant: [simhash, public]}}]
      monitor:
        cluster: [monitor]
      explainer:
        cluster: [monitor]
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}',
          field_security: {grant: [public, content]}}]
      aliased:
        indices: [{names: [news-public], privileges: [read]}]
      watcher:
        indices: [{names: [news], privileges: [monitor]}]
      half:
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}',
          field_security: {grant: [simhash, public]}}]
      """;

  /** Hidden from users under document level security. */
  private static final List<String> HIDDEN = List.of("hidden-1", "hidden-2");

  /** Block 0 of the first hidden document of the bulk, which no visible one has. */
  private static final String HIDDEN_BLOCK = "9e37";

  private static final String FINGERPRINT = "\"fingerprint\": 0";
  private static final String LIKE = "\"like\": {\"_index\": \"news\", \"_id\": \"%s\"}";
  private static final String TEXT = "\"text\": \"" + Articles.NEWS + "\"";
  private static final String DOCUMENT =
      "\"document\": {\"content\": \"" + Articles.NEWS + "\"}, \"pipeline\": \"news\"";

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    Http admin = http();
    admin
        .put(
            "/_ingest/pipeline/news", "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}]}")
        .ok();
    String index =
        """
        {"mappings": {"properties": {
          "public": {"type": "boolean"}, "simhash": {"type": "simhash"},
          "tags": {"type": "minhash"},
          "content": {"type": "text", "fields": {
            "simhash": {"type": "simhash", "analyzer": "ansj"}}}}}}""";
    admin.put("/news", index).ok();
    admin.put("/own", index).ok();
    admin.put("/news/_alias/news-public", "{\"filter\": {\"term\": {\"public\": true}}}").ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("public-1", article(true, Articles.NEWS));
    documents.put("public-2", article(true, Articles.EDIT));
    documents.put("hidden-1", article(false, Articles.NEWS));
    documents.put("hidden-2", article(false, Articles.EDIT));
    documents.put("public-other", article(true, Articles.OTHER));
    admin.index("news", documents, "pipeline=news");
    admin.index("own", Map.of("mine", article(true, Articles.NEWS)), "pipeline=news");
    // Enough documents of both kinds that small radii look up blocks.
    Map<String, Object> many = new LinkedHashMap<>();
    for (int i = 0; i < 1_000; i++) {
      String name = i % 2 == 0 ? "public-bulk-" : "hidden-bulk-";
      many.put(name + i, Map.of("public", i % 2 == 0, "simhash", i * 0x9e3779b97f4a7c15L));
    }
    admin.index("news", many, "");
  }

  private static Map<String, Object> article(boolean visible, String text) {
    return Map.of("public", visible, "content", text, "tags", List.of("a", "b", "c"));
  }

  @Test
  public void testAReaderMayUseEveryForm() {
    List<String> all = List.of("hidden-1", "hidden-2", "public-1", "public-2");
    assertEquals(all, sorted(near("reader", "simhash", fingerprint())));
    assertEquals(all, sorted(near("reader", "content.simhash", TEXT)));
    assertEquals(all, sorted(near("reader", "simhash", DOCUMENT)));
    assertEquals(
        List.of("hidden-1", "hidden-2", "public-2"),
        sorted(near("reader", "simhash", LIKE.formatted("public-1"))));
    assertEquals(all, sorted(near("reader", "simhash", fingerprint() + minHash("public-1"))));
    assertEquals(4, (int) script("reader").at("hits.total.value"));
  }

  @Test
  public void testAUserWithoutPrivilegesIsForbidden() {
    for (String target : List.of(fingerprint(), LIKE.formatted("public-1"), DOCUMENT)) {
      forbidden(near("stranger", "simhash", target));
    }
    forbidden(near("stranger", "content.simhash", TEXT));
    forbidden(script("stranger"));
    // A search of an index that the user may read, like a document that the user may not read.
    for (String id : List.of("public-1", "absent")) {
      String like = query("simhash", LIKE.formatted(id));
      forbidden(as("stranger").post("/own/_search", like));
      forbidden(as("stranger").post("/own/_count", like));
      forbidden(as("stranger").post("/own/_search", query("simhash", fingerprint() + minHash(id))));
      Response valid = as("stranger").post("/own/_validate/query?explain=true", like);
      assertFalse(valid.text(), valid.text().contains(stored()));
      assertFalse(valid.text(), valid.text().contains("no [absent]"));
      Response explained = as("stranger").post("/own/_explain/mine", like);
      forbidden(explained);
      Response multi =
          as("stranger").post("/_msearch", "{\"index\": \"own\"}\n" + like + "\n").ok();
      assertEquals(403, (int) multi.at("responses.0.status"));
      Response filter =
          as("stranger")
              .post("/own/_search", "{\"aggs\": {\"a\": {\"filter\": " + inner(like) + "}}}");
      forbidden(filter);
    }
    assertEquals(
        List.of("mine"), as("stranger").post("/own/_search", query("simhash", DOCUMENT)).ids());
    String everywhere = LIKE.formatted("public-1").replace("\"news\"", "\"*\"");
    assertEquals(404, as("stranger").post("/own/_search", query("simhash", everywhere)).status());
  }

  @Test
  public void testHiddenDocumentsAreNotFound() {
    List<String> seen = List.of("public-1", "public-2");
    Http limited = as("limited");
    assertEquals(seen, sorted(near("limited", "simhash", fingerprint())));
    assertEquals(seen, sorted(near("limited", "content.simhash", TEXT)));
    assertEquals(seen, sorted(near("limited", "simhash", DOCUMENT)));
    assertEquals(
        List.of("public-2"), sorted(near("limited", "simhash", LIKE.formatted("public-1"))));
    assertEquals(2, (int) script("limited").at("hits.total.value"));
    String query = query("simhash", fingerprint());
    assertEquals(2, (int) limited.post("/news/_count", query).ok().at("count"));
    assertEquals(404, limited.post("/news/_explain/hidden-1", query).status());
    assertEquals(2, Hits.of(limited, "news", List.of(inner(query))).get(0).size());
    for (int radius : new int[] {0, 3, 7, 20, 64}) {
      String target = fingerprint() + ", \"max_distance\": " + radius;
      List<String> all = sorted(near("reader", "simhash", target));
      assertEquals(
          all.stream().filter(id -> id.startsWith("public")).toList(),
          sorted(near("limited", "simhash", target)));
      assertTrue(all.stream().anyMatch(id -> id.startsWith("hidden")));
    }
    Response aggregated =
        limited.post(
            "/news/_search",
            """
            {"size": 0, "aggs": {"near": {"filter": %s, "aggs": {
               "blocks": {"terms": {"field": "simhash.block_0"}},
               "profiles": {"terms": {"field": "simhash.profile"}}}},
             "all": {"global": {}, "aggs": {"near": {"filter": %s}}}}}"""
                .formatted(inner(query), inner(query)));
    assertEquals(2, (int) aggregated.ok().at("aggregations.near.doc_count"));
    assertEquals(2, (int) aggregated.at("aggregations.all.near.doc_count"));
    assertEquals(2, (int) aggregated.at("aggregations.near.profiles.buckets.0.doc_count"));
    Response zero =
        limited.post(
            "/news/_search",
            """
            {"size": 0, "aggs": {"blocks": {"terms": {
              "field": "simhash.block_0", "min_doc_count": 0, "size": 2000}}}}""");
    assertFalse(zero.text(), zero.text().contains(HIDDEN_BLOCK));
  }

  @Test
  public void testAHiddenDocumentIsAnsweredLikeAnAbsentOne() {
    Response absent = near("limited", "simhash", LIKE.formatted("absent"));
    assertEquals(404, absent.status());
    for (String id : HIDDEN) {
      Response hidden = near("limited", "simhash", LIKE.formatted(id));
      assertEquals(404, hidden.status());
      assertEquals(absent.text(), hidden.text().replace(id, "absent"));
      String routed = LIKE.replace("}", ", \"routing\": \"%s\"}").formatted(id, id);
      assertEquals(absent.text(), near("limited", "simhash", routed).text().replace(id, "absent"));
      Response signature = near("limited", "simhash", fingerprint() + minHash(id));
      assertEquals(404, signature.status());
    }
  }

  /** It is read by the name that the caller searches. */
  @Test
  public void testALikeWithoutAnIndex() {
    String like = query("simhash", "\"like\": {\"_id\": \"%s\"}");
    List<String> found = List.of("public-2");
    assertEquals(found, sorted(as("limited").post("/news/_search", like.formatted("public-1"))));
    Http aliased = as("aliased");
    assertEquals(found, sorted(aliased.post("/news-public/_search", like.formatted("public-1"))));
    for (String id : HIDDEN) {
      assertEquals(404, as("limited").post("/news/_search", like.formatted(id)).status());
      assertEquals(404, aliased.post("/news-public/_search", like.formatted(id)).status());
    }
    forbidden(aliased.post("/news/_search", like.formatted("public-1")));
  }

  @Test
  public void testHiddenFieldsAreNotFound() {
    for (String target : List.of(fingerprint(), LIKE.formatted("public-1"), DOCUMENT)) {
      assertNothing(near("content", "simhash", target + ", \"max_distance\": 64"));
    }
    assertNothing(near("content", "content.simhash", TEXT));
    Response script = script("content").ok();
    assertEquals(0, (int) script.at("hits.total.value"));
    String hex = stored();
    String[] terms = {
      "{\"term\": {\"simhash\": \"" + hex + "\"}}",
      "{\"term\": {\"simhash.block_0\": \"" + hex.substring(0, 4) + "\"}}",
      "{\"prefix\": {\"simhash.block_0\": \"\"}}",
      "{\"exists\": {\"field\": \"simhash\"}}",
      "{\"exists\": {\"field\": \"simhash.profile\"}}",
      "{\"script\": {\"script\": {\"lang\": \"simhash\", \"source\": \"hamming\", \"params\":"
          + " {\"field\": \"simhash\", \"fingerprint\": 0, \"max_distance\": 64}}}}"
    };
    for (String term : terms) {
      String bool = "{\"query\": {\"bool\": {\"filter\": " + term + "}}}";
      assertNothing(as("content").post("/news/_search", bool));
    }
    Response fields =
        as("content")
            .post(
                "/news/_search",
                """
                {"fields": ["*"], "docvalue_fields": ["simhash"], "sort": ["simhash"],
                 "query": {"ids": {"values": ["public-1"]}}, "aggs": {
                   "b": {"terms": {"field": "simhash.block_0"}}, "f": {"terms": {"field": "simhash"}},
                   "p": {"terms": {"field": "simhash.profile"}}},
                 "script_fields": {"h": {"script": {"lang": "simhash", "source": "hamming",
                   "params": {"field": "simhash", "fingerprint": 0}}}}}""")
            .ok();
    assertEquals(List.of("public-1"), fields.ids());
    assertFalse(fields.text(), fields.text().contains(hex));
    assertFalse(fields.text(), fields.text().contains(hex.substring(0, 4)));
    assertEquals(0, fields.<List<Object>>at("aggregations.b.buckets").size());
  }

  @Test
  public void testTheParentFieldAloneGivesExactResults() {
    for (int radius : new int[] {0, 1, 2, 3, 4, 10, 64}) {
      String target = fingerprint() + ", \"max_distance\": " + radius;
      List<String> all = sorted(near("reader", "simhash", target));
      assertTrue(all.size() >= 2);
      assertEquals(all, sorted(near("parent", "simhash", target)));
    }
    String term = "{\"query\": {\"term\": {\"simhash\": \"" + stored() + "\"}}}";
    assertEquals(List.of("hidden-1", "public-1"), sorted(as("parent").post("/news/_search", term)));
  }

  /** {@code confirm} reads the text, so it needs the privilege to read it. */
  @Test
  public void testConfirmReadsOnlyTextsThatTheUserMayRead() {
    String confirmed =
        ", \"confirm\": {\"field\": \"content\", \"min_similarity\": 0.01, \"text\": \""
            + Articles.NEWS
            + "\"}";
    String target = fingerprint() + confirmed;
    List<String> all = List.of("hidden-1", "hidden-2", "public-1", "public-2");
    assertEquals(all, sorted(near("reader", "simhash", target)));
    assertEquals(List.of("public-1", "public-2"), sorted(near("limited", "simhash", target)));
    assertEquals(List.of(), sorted(near("parent", "simhash", target)));
  }

  /** A reader may not read pipelines, and errors tell nothing about them. */
  @Test
  public void testErrorsOfPipelinesTellNothing() {
    Http admin = http();
    String processor = "{\"simhash\": {\"field\": \"secret\"}}";
    admin.put("/_ingest/pipeline/hidden", "{\"processors\": [" + processor + "]}").ok();
    admin
        .put(
            "/_ingest/pipeline/hidden-two",
            "{\"processors\": [" + processor + ", " + processor + "]}")
        .ok();
    forbidden(as("reader").get("/_ingest/pipeline/hidden"));
    String document = "\"document\": {\"content\": \"a\"}, \"pipeline\": \"%s\"";
    for (String option : List.of("", ", \"min_similarity\": 0.5")) {
      Response absent = near("reader", "simhash", document.formatted("absent") + option);
      assertEquals(absent.text(), 400, absent.status());
      for (String pipeline : List.of("hidden", "hidden-two")) {
        Response present = near("reader", "simhash", document.formatted(pipeline) + option);
        assertEquals(absent.text(), present.text().replace(pipeline, "absent"));
      }
    }
  }

  @Test
  public void testFingerprintingNeedsMonitor() {
    String body = Http.json(Map.of("text", Articles.NEWS));
    assertEquals(
        stored(), as("monitor").post("/_simhash/fingerprint", body).ok().at("fingerprint"));
    String document = "{" + DOCUMENT + "}";
    as("monitor").post("/_simhash/fingerprint", document).ok();
    for (String user : List.of("reader", "stranger")) {
      forbidden(as(user).post("/_simhash/fingerprint", body));
      forbidden(as(user).post("/_simhash/fingerprint", document));
    }
    forbidden(near("monitor", "simhash", fingerprint()));
  }

  /** Stored documents are read as the caller. */
  @Test
  public void testFingerprintsOfStoredDocuments() {
    String body = "{" + LIKE + ", \"pipeline\": \"news\", \"compare_to\": {" + LIKE + "}}";
    Http explainer = as("explainer");
    String both = body.formatted("public-1", "public-2");
    Response compared = explainer.post("/_simhash/fingerprint", both).ok();
    assertEquals(stored(), compared.at("fingerprint"));
    assertTrue(compared.text(), (double) compared.at("jaccard") > .5);
    Response absent = explainer.post("/_simhash/fingerprint", body.formatted("public-1", "absent"));
    assertEquals(404, absent.status());
    for (String id : HIDDEN) {
      Response hidden = explainer.post("/_simhash/fingerprint", body.formatted("public-1", id));
      assertEquals(404, hidden.status());
      assertEquals(absent.text(), hidden.text().replace(id, "absent"));
    }
    forbidden(as("monitor").post("/_simhash/fingerprint", both));
    forbidden(as("reader").post("/_simhash/fingerprint", both));
  }

  /** The idf of a guessed word is the number of documents that have it. */
  @Test
  public void testWeightsOfAnIdfFileAreNotShown() {
    put(
        "/_ingest/pipeline/weights",
        """
            {"processors": [{"simhash": {"field": "content", "analyzer": "standard",
              "preset": "tfidf", "idf_path": "simhash/own.tsv"}}]}""");
    String document = "{\"document\": {\"content\": \"the quick fox\"}, \"pipeline\": \"weights\"}";
    Response refused = as("monitor").post("/_simhash/fingerprint", document);
    assertEquals(refused.text(), 400, refused.status());
    assertEquals(
        "[pipeline] must not name a processor with [idf_path]: the weights would tell how frequent"
            + " words are in the documents of its file",
        refused.reason());
    String shipped =
        """
        {"text": "the quick fox", "analyzer": "standard", "preset": "tfidf", "idf": "en"}""";
    as("monitor").post("/_simhash/fingerprint", shipped).ok();
  }

  @Test
  public void testStatisticsOfNodesNeedMonitorOnTheCluster() {
    assertEquals(403, as("stranger").get("/_simhash/stats").status());
    Response all = as("monitor").get("/_simhash/stats").ok();
    assertEquals(1, (int) all.at("_nodes.successful"));
    // The node is shared with other tests.
    assertTrue((int) all.at("near_duplicate.failed") >= 0);
  }

  /** Statistics need {@code read} on the index, and count what the caller may see. */
  @Test
  public void testStatisticsNeedReadOnTheIndex() {
    for (String user : List.of("stranger", "monitor", "watcher")) {
      assertEquals(user, 403, as(user).get("/news/_simhash/stats").status());
    }
    assertEquals(403, as("reader").get("/own/_simhash/stats").status());
    Response all = as("reader").get("/news/_simhash/stats").ok();
    assertEquals(1005, (int) all.at("fields.simhash.documents"));
    assertEquals(1005, (int) all.at("fields.simhash.fingerprints"));
    assertEquals(5, (int) all.at("fields.simhash.signatures"));
    assertTrue(all.text(), all.text().contains("content.simhash"));
    Response half = as("half").get("/news/_simhash/stats").ok();
    assertEquals(503, (int) half.at("fields.simhash.documents"));
    assertEquals(503, (int) half.at("fields.simhash.fingerprints"));
    assertEquals("the sub-field is hidden", 0, (int) half.at("fields.simhash.signatures"));
    assertFalse(half.text(), half.text().contains("content.simhash"));
    Response hidden = as("half").get("/news/_simhash/stats?fields=content.simhash");
    assertEquals(400, hidden.status());
    assertTrue(hidden.text(), hidden.text().contains("[content.simhash] is not one in [news]"));
    // A wildcard, and no index that the caller may not read.
    assertEquals(
        half.body().get("fields"), as("half").get("/n*/_simhash/stats").ok().body().get("fields"));
  }

  private static String stored() {
    return get("/news/_doc/public-1").at("_source.simhash.fingerprint");
  }

  private static String fingerprint() {
    return FINGERPRINT.replace("0", "\"" + stored() + "\"");
  }

  private static String minHash(String id) {
    return ", \"minhash\": {\"field\": \"tags\", " + LIKE.formatted(id) + "}";
  }

  private static Response near(String user, String field, String target) {
    return as(user).post("/news/_search?size=2000", query(field, target));
  }

  private static String query(String field, String target) {
    return "{\"query\": {\"simhash_near\": {\"field\": \"" + field + "\", " + target + "}}}";
  }

  /** The query of a body. */
  private static String inner(String body) {
    return body.substring("{\"query\": ".length(), body.length() - 1);
  }

  private static Response script(String user) {
    return as(user)
        .post(
            "/news/_search",
            """
            {"query": {"script_score": {"query": {"match_all": {}}, "min_score": 0.08, "script": {
              "lang": "simhash", "source": "reciprocal",
              "params": {"field": "simhash", %s}}}}}"""
                .formatted(fingerprint()));
  }

  private static void assertNothing(Response response) {
    assertEquals(List.of(), response.ids());
  }

  private static List<String> sorted(Response response) {
    return response.ids().stream().sorted().toList();
  }

  private static void forbidden(Response response) {
    assertEquals(response.toString(), 403, response.status());
    assertFalse(response.text(), response.text().contains("hits"));
    assertFalse(response.text(), response.text().contains(stored()));
  }
}
