package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * The privileges for IDF models: to build one from the documents that the caller may read, to store
 * it, and to see its weights.
 */
public class IdfModelsSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      builder:
        cluster: ["cluster:admin/simhash/idf/put", "cluster:monitor/simhash/idf/get"]
        indices:
          - names: ["news"]
            privileges: ["read"]
      reader:
        indices:
          - names: ["news"]
            privileges: ["read"]
      monitor:
        cluster: ["monitor"]
      explainer:
        cluster: ["cluster:monitor/simhash/fingerprint", "cluster:admin/simhash/idf/explain"]
      half:
        cluster: ["cluster:admin/simhash/*"]
        indices:
          - names: ["news"]
            privileges: ["read"]
            query: '{"term": {"public": true}}'
            field_security:
              grant: ["content", "public"]
      """;

  @Test
  public void testABuildReadsWhatItsCallerMayRead() {
    makeUsers(ROLES);
    index(http(), "news");
    index(http(), "secret");

    Http builder = as("builder");
    Response all = build(builder, "news", "content").ok();
    assertEquals(Integer.valueOf(20), all.at("documents"));
    assertEquals(Integer.valueOf(4), all.at("terms"));
    builder.get("/_simhash/idf/all").ok();
    assertEquals(403, builder.delete("/_simhash/idf/all").status());
    assertEquals(403, build(builder, "secret", "content").status());
    assertEquals(20, (int) build(builder, "*", "content").ok().at("documents"));

    Http reader = as("reader");
    Response refused = build(reader, "news", "content");
    assertEquals(403, refused.status());
    assertTrue(
        "before any shard is read: " + refused.reason(),
        refused.reason().startsWith("action [cluster:admin/simhash/idf/put/check_nodes]"));
    Response put = reader.put("/_simhash/idf/all", "this is no model");
    assertEquals("before the body is read: " + put.text(), 403, put.status());

    Http half = as("half");
    Response public_ = build(half, "news", "content").ok();
    assertEquals("hidden documents do not count", (Object) 10, public_.at("documents"));
    assertEquals("nor do their terms", (Object) 3, public_.at("terms"));
    Response hidden = build(half, "news", "internal");
    assertEquals(400, hidden.status());
    assertEquals(
        "no model can be built: [min_df] is [2] and no term of [internal] is in that many"
            + " documents of [news]",
        hidden.reason());
    weightsAreForThoseWhoMayExplain();
    half.delete("/_simhash/idf/all").ok();
  }

  /** The idf of a guessed word is the number of documents that have it. */
  private static void weightsAreForThoseWhoMayExplain() {
    http()
        .put(
            "/_ingest/pipeline/all",
            """
            {"processors": [{"simhash": {
              "field": "content", "analyzer": "standard", "preset": "tfidf", "idf": "all"}}]}""")
        .ok();
    String text =
        """
        {"text": "the quick fox", "analyzer": "standard", "preset": "tfidf", "idf": "%s"}""";
    String document = "{\"document\": {\"content\": \"the quick fox\"}, \"pipeline\": \"all\"}";
    Http monitor = as("monitor");
    monitor.get("/_simhash/idf/all").ok();
    monitor.post("/_simhash/fingerprint", text.formatted("en")).ok();
    for (String body : List.of(text.formatted("all"), text.formatted("absent"), document)) {
      Response refused = monitor.post("/_simhash/fingerprint", body);
      assertEquals(body + refused.text(), 403, refused.status());
      assertTrue(
          refused.reason(),
          refused
              .reason()
              .startsWith("action [cluster:admin/simhash/idf/explain] is unauthorized"));
    }
    Http explainer = as("explainer");
    for (String body : List.of(text.formatted("all"), document)) {
      explainer.post("/_simhash/fingerprint", body).ok();
    }
    assertEquals(400, explainer.post("/_simhash/fingerprint", text.formatted("absent")).status());
    http().delete("/_ingest/pipeline/all").ok();
  }

  private static Response build(Http http, String index, String field) {
    return http.post("/_simhash/idf/all/_build", Http.json(Map.of("index", index, "field", field)));
  }

  private static void index(Http http, String index) {
    http.put("/" + index, "{\"settings\": {\"number_of_shards\": 5}}").ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < 20; i++) {
      boolean isPublic = i % 2 == 0;
      documents.put(
          "" + i,
          Map.of(
              "content",
              "the quick fox" + (isPublic ? "" : " hides"),
              "internal",
              "some words",
              "public",
              isPublic));
    }
    http.index(index, documents, "");
  }
}
