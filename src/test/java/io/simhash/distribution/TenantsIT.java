package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/** Two tenants in one index, with the roles of the recipe, send the same texts. */
public class TenantsIT extends SecurityTestCase {

  private static final Path PAGE = Path.of("docs/recipes/tenants.md");

  private static final String INDEX = "recipe-tenants";

  /** A user who sends the documents of both, as an application does. */
  private static final String APPLICATION =
      """
      application:
        indices: [{names: [recipe-tenants], privileges: [read, index]}]
      """;

  private static final String LETTER =
      """
      The market hall is closed from the second week of October on because the floor is laid anew. \
      Stalls with fish and cheese move to the tram depot, those with flowers to the square before \
      the theatre. Rents are waived until the return in spring, and whoever has paid in advance \
      gets the money back in %s parts. Keys are to be left with the caretaker, who has an office \
      beside the scales.""";

  private static final String FIRST = LETTER.formatted("two");
  private static final String SECOND = LETTER.formatted("three");

  @BeforeClass
  public static void makeTenants() throws IOException {
    Matcher roles =
        Pattern.compile("^```yaml\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertTrue(roles.find());
    makeUsers(roles.group(1) + APPLICATION);
  }

  @Before
  public void makeIndex() {
    put(
        "/" + INDEX,
        """
        {"settings": {"number_of_shards": 2, "number_of_replicas": 0, "refresh_interval": -1,
          "index.default_pipeline": "tenants-it"},
          "mappings": {"properties": {"tenant": {"type": "keyword"}, "content": {"type": "text"},
            "simhash": {"type": "simhash"}, "cluster": {"type": "keyword"},
            "near_duplicate_of": {"type": "object", "enabled": false}}}}""");
  }

  @After
  public void deleteIndex() {
    http().delete("/" + INDEX).ok();
  }

  private static void compare(String options) {
    put(
        "/_ingest/pipeline/tenants-it",
        """
        {"processors": [{"simhash": {"field": "content"}},
          {"near_duplicate": {"same": ["tenant"], "cluster_field": "cluster", %s}}]}"""
            .formatted(options));
  }

  /** A document: its tenant is what its id begins with. */
  private record Sent(String id, String content) {
    List<String> lines() {
      String tenant = id.substring(0, id.indexOf('-'));
      return List.of(
          Http.json(Map.of("index", Map.of("_id", id))),
          Http.json(Map.of("tenant", tenant, "content", content)));
    }
  }

  private static Response send(String user, Sent... documents) {
    List<String> lines = new ArrayList<>();
    for (Sent each : documents) {
      lines.addAll(each.lines());
    }
    return as(user).bulk("/" + INDEX + "/_bulk", lines).ok();
  }

  private static List<String> results(Response bulk) {
    List<Map<String, Map<String, Object>>> items = bulk.at("items");
    return items.stream()
        .map(each -> each.get("index"))
        .map(each -> "" + each.getOrDefault("result", each.get("status")))
        .toList();
  }

  private static Map<String, Object> source(String id) {
    return http().get("/" + INDEX + "/_source/" + id).ok().body();
  }

  private static void refresh() {
    http().post("/" + INDEX + "/_refresh", "").ok();
  }

  /** The case that users report: a copy within a tenant is dropped, that of another one is not. */
  @Test
  public void testACopyOfAnotherTenantIsKept() {
    compare("\"on_duplicate\": \"drop\", \"min_similarity\": 0.7");
    Sent[] feed = {
      new Sent("acme-1", FIRST), new Sent("zeta-1", SECOND), new Sent("acme-2", SECOND)
    };
    assertEquals(List.of("created", "created", "noop"), results(send("application", feed)));
    assertEquals(List.of("updated", "updated", "noop"), results(send("application", feed)));
    refresh();
    assertEquals(List.of("updated", "updated", "noop"), results(send("application", feed)));
    refresh();
    // The query compares all that its caller may see.
    String near =
        """
        {"query": {"simhash_near": {"field": "simhash",
          "like": {"_index": "recipe-tenants", "_id": "acme-1"}}}}""";
    assertEquals(List.of("zeta-1"), http().post("/" + INDEX + "/_search", near).ok().ids());
    assertEquals(List.of(), as("acme").post("/" + INDEX + "/_search", near).ok().ids());
  }

  /** Whoever sends them, nothing that one tenant gets has an id of the other. */
  @Test
  public void testNothingOfAnotherTenantIsShown() {
    Map<String, String> copies = Map.of("tag", "created", "drop", "noop", "fail", "409");
    for (boolean together : List.of(true, false)) {
      for (String action : List.of("tag", "drop", "fail")) {
        compare("\"on_duplicate\": \"%s\"".formatted(action));
        int before = cluster().log().length();
        for (int round = 1; round < 3; round++) {
          for (String tenant : List.of("acme", "zeta")) {
            String other = tenant.equals("acme") ? "zeta-" : "acme-";
            Response sent =
                send(
                    together ? "application" : tenant,
                    new Sent(tenant + "-original", FIRST),
                    new Sent(tenant + "-copy" + round, FIRST));
            assertFalse(action + sent.text(), sent.text().contains(other));
            assertEquals(
                List.of(round == 1 ? "created" : "updated", copies.get(action)), results(sent));
          }
          refresh();
        }
        for (String tenant : List.of("acme", "zeta")) {
          String other = tenant.equals("acme") ? "zeta" : "acme";
          Response seen =
              as(tenant).post("/" + INDEX + "/_search", "{\"query\": {\"match_all\": {}}}").ok();
          assertEquals(seen.text(), action.equals("tag") ? 3 : 1, seen.ids().size());
          assertFalse(seen.text(), seen.text().contains(other));
          assertEquals(tenant + "-original", source(tenant + "-original").get("cluster"));
          assertNull(source(tenant + "-original").get("near_duplicate_of"));
        }
        String log = cluster().log().substring(before);
        assertFalse(log, log.contains("acme-") || log.contains("zeta-"));
        deleteIndex();
        makeIndex();
      }
    }
  }

  @Test
  public void testThroughAFilteredAliasForEachTenant() {
    compare("\"on_duplicate\": \"drop\", \"min_similarity\": 0.7");
    for (String tenant : List.of("acme", "zeta")) {
      put(
          "/" + INDEX + "/_alias/" + INDEX + "-" + tenant,
          "{\"filter\": {\"term\": {\"tenant\": \"%s\"}}}".formatted(tenant));
    }
    for (int round = 1; round < 3; round++) {
      for (String tenant : List.of("acme", "zeta")) {
        List<String> lines = new ArrayList<>(new Sent(tenant + "-1", FIRST).lines());
        lines.addAll(new Sent(tenant + "-2", SECOND).lines());
        Response sent = http().bulk("/" + INDEX + "-" + tenant + "/_bulk", lines).ok();
        assertEquals(List.of(round == 1 ? "created" : "updated", "noop"), results(sent));
      }
      refresh();
    }
  }
}
