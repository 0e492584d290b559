package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;

/** Cluster runs see and write what their caller may see and write. */
public class ClustersSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      reader:
        indices: [{names: [news, older], privileges: [read]}]
      limited:
        indices: [{names: [news], privileges: [read], query: '{"term": {"public": true}}'}]
      blind:
        indices: [{names: [news], privileges: [read], field_security: {grant: [public]}}]
      parent:
        indices: [{names: [news], privileges: [read], field_security: {grant: [near]}}]
      textual:
        indices: [{names: [texts], privileges: [read]}]
      textless:
        indices: [{names: [texts], privileges: [read], field_security: {grant: [content.near*]}}]
      writer:
        indices: [{names: [news], privileges: [read, write]}]
      aliased:
        indices: [{names: [alias], privileges: [read, write]}]
      hiding:
        indices: [{names: [news], privileges: [read, write], query: '{"term": {"public": true}}'}]
      outsider:
        indices: [{names: [other], privileges: [read]}]
      """;

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    for (String index : List.of("news", "older", "hidden")) {
      put(
          "/" + index,
          """
              {"mappings": {"properties": {
                "public": {"type": "boolean"}, "near": {"type": "simhash"},
                "cluster_id": {"type": "keyword"}}}}""");
      Map<String, Object> documents = new LinkedHashMap<>();
      documents.put("1", value(false, "0000000000000000", SAME));
      documents.put("2", value(true, "0000000000000001", SAME));
      documents.put("3", value(true, "0000000000000003", SAME));
      documents.put("4", value(true, "0000000000000007", OTHER));
      http().index(index, documents, "");
    }
  }

  private static Map<String, Object> value(boolean visible, String fingerprint, String signature) {
    Map<String, Object> near = Map.of("fingerprint", fingerprint, "signature", signature);
    return Map.of("public", visible, "near", near);
  }

  private static Response run(String user, String index, String options) {
    return as(user)
        .post("/" + index + "/_simhash/clusters", "{\"field\": \"near\"" + options + "}");
  }

  private static List<String> members(Response response) {
    List<String> members = new ArrayList<>();
    for (Object found : response.ok().<List<?>>at("clusters")) {
      for (Object member : (List<?>) ((Map<?, ?>) found).get("members")) {
        members.add(((Map<?, ?>) member).get("_index") + "/" + ((Map<?, ?>) member).get("_id"));
      }
    }
    return List.copyOf(new TreeSet<>(members));
  }

  @Test
  public void testDocumentsThatTheCallerMayRead() {
    assertEquals(List.of("news/1", "news/2", "news/3"), members(run("reader", "news", "")));
    Response limited = run("limited", "news", "");
    assertEquals(List.of("news/2", "news/3"), members(limited));
    assertEquals(3, limited.number("documents"));
    assertEquals(0, run("blind", "news", "").ok().number("documents"));
    // Without the signature the fingerprint decides.
    assertEquals(
        List.of("news/1", "news/2", "news/3", "news/4"), members(run("parent", "news", "")));
  }

  /** Texts that the caller may not read confirm nothing, however sure the estimate is. */
  @Test
  public void testTextsThatTheCallerMayRead() {
    put(
        "/texts",
        """
            {"mappings": {"properties": {"content": {"type": "text", "fields": {"near": {
              "type": "simhash", "fingerprint": false}}}}}}""");
    String text = "The harbour bridge reopens after nineteen months of repairs to its old hangers";
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("1", Map.of("content", text));
    documents.put("2", Map.of("content", text));
    documents.put("3", Map.of("content", text + "."));
    documents.put("4", Map.of("content", text + " now"));
    http().index("texts", documents, "");
    String body = "{\"field\": \"content.near\"%s}";
    String path = "/texts/_simhash/clusters";
    for (String linkage : List.of("connected", "star")) {
      String confirm = ", \"confirm\": {}, \"linkage\": \"" + linkage + "\"";
      assertEquals(4, members(as("textual").post(path, body.formatted(confirm))).size());
      assertEquals(4, members(as("textless").post(path, body.formatted(""))).size());
      assertEquals(List.of(), members(as("textless").post(path, body.formatted(confirm))));
    }
  }

  @Test
  public void testIndicesThatTheCallerMayRead() {
    Response both = run("reader", "*", "");
    assertEquals(8, both.ok().number("documents"));
    assertEquals(8, members(both).size());
    assertEquals(403, run("reader", "hidden", "").status());
    assertEquals(403, run("outsider", "news", "").status());
    assertTrue(
        run("outsider", "news", "").reason(),
        run("outsider", "news", "")
            .reason()
            .startsWith(
                "action [indices:data/read/simhash/clusters] is unauthorized for user"
                    + " [outsider]"));
  }

  /** An estimate counts the documents that the caller may read, also as neighbours. */
  @Test
  public void testEstimates() {
    assertEquals(List.of(4, 3), estimated("reader"));
    assertEquals(List.of(3, 2), estimated("limited"));
    assertEquals(List.of(0, 0), estimated("blind"));
    // Without the signature the fingerprint decides.
    assertEquals(List.of(4, 4), estimated("parent"));
    String path = "/news/_simhash/estimate?field=near";
    assertEquals(403, as("outsider").get(path).status());
    assertTrue(
        as("outsider")
            .get(path)
            .reason()
            .startsWith("action [indices:data/read/simhash/estimate] is unauthorized for user"));
    Response both = as("reader").get("/*/_simhash/estimate?field=near").ok();
    assertEquals(8, both.number("documents"));
  }

  /** The documents of the index {@code news}, and those of them that have a near-duplicate. */
  private static List<Integer> estimated(String user) {
    Response response = as(user).get("/news/_simhash/estimate?field=near").ok();
    return List.of(response.at("documents"), response.at("near_duplicates.count"));
  }

  /** The rights to write are checked before neighbours are joined, also if no id changes. */
  @Test
  public void testWriting() {
    String update = ", \"update\": {\"field\": \"cluster_id\"}";
    Response refused = run("reader", "news", update);
    assertEquals(refused.toString(), 403, refused.status());
    assertTrue(refused.reason(), refused.reason().contains("is unauthorized for user [reader]"));
    String written = "{\"query\": {\"exists\": {\"field\": \"cluster_id\"}}}";
    post("/news/_refresh", null);
    assertEquals(0, post("/news/_count", written).number("count"));
    Response done = run("writer", "news", update).ok();
    assertEquals(4, done.number("update.updated"));
    // Nobody but the run has refreshed, which takes no other privilege.
    assertEquals(4, post("/news/_count", written).number("count"));
    for (String user : List.of("limited", "reader")) {
      assertEquals(403, run(user, "news", update).status());
    }
    assertEquals(0, run("writer", "news", update).ok().number("update.updated"));
    Response hiding = run("hiding", "news", update);
    assertEquals(
        "[update] cannot write [cluster_id] of index [news]: Can't execute a bulk item request with"
            + " update requests embedded if field or document level security is enabled",
        hiding.reason());
    put(
        "/series",
        """
            {"settings": {"mode": "time_series", "routing_path": "host", "time_series": {
               "start_time": "2026-01-01T00:00:00Z", "end_time": "2026-12-31T00:00:00Z"}},
             "mappings": {"properties": {
               "near": {"type": "simhash"}, "cluster_id": {"type": "keyword"},
               "@timestamp": {"type": "date"},
               "host": {"type": "keyword", "time_series_dimension": true}}}}""");
    post(
        "/series/_doc?refresh=true",
        "{\"near\": 7, \"host\": \"a\", \"@timestamp\": \"2026-03-01T00:00:00Z\"}");
    Response series =
        http()
            .post(
                "/series/_simhash/clusters",
                "{\"field\": \"near\", \"update\": {\"field\": \"cluster_id\"}}");
    assertEquals(
        "[update] cannot write [cluster_id] of index [series]: update is not supported because the"
            + " destination index [series] is in time_series mode",
        series.reason());
    assertEquals(400, series.status());
  }

  /** Rights on an alias are not enough: the page says so. */
  @Test
  public void testRightsOnAnAlias() {
    post("/_aliases", "{\"actions\": [{\"add\": {\"index\": \"news\", \"alias\": \"alias\"}}]}");
    for (Response refused :
        List.of(
            run("aliased", "alias", ""),
            as("aliased").get("/alias/_simhash/estimate?field=near"))) {
      assertEquals(refused.toString(), 403, refused.status());
      assertTrue(
          refused.reason(), refused.reason().contains("points in time need rights on the indices"));
    }
  }

  /** A task that nobody waits for has the rights of the user who started it. */
  @Test
  public void testTheTaskOfAUser() {
    Response started =
        as("limited")
            .post("/news/_simhash/clusters?wait_for_completion=false", "{\"field\": \"near\"}")
            .ok();
    String task = "/_tasks/" + started.at("task");
    assertEquals("tasks need the privilege [monitor]", 403, as("limited").get(task).status());
    Response done = get(task + "?wait_for_completion=true&timeout=60s");
    assertEquals(done.toString(), 3, done.number("response.documents"));
  }
}
