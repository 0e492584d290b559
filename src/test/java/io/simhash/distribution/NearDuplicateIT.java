package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.helper.Articles;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.BeforeClass;
import org.junit.Test;

/** The processor {@code near_duplicate} under several clients, and as several users. */
public class NearDuplicateIT extends SecurityTestCase {

  private static final String ROLES =
      """
      writer:
        indices: [{names: ["news*"], privileges: [read, write, create_index]}]
      blind:
        indices: [{names: ["news*"], privileges: [write]}]
      shipper:
        indices: [{names: [news-users], privileges: [create_doc]}]
      reading_shipper:
        indices: [{names: [news-users], privileges: [create_doc, read]}]
      copier:
        indices:
          - {names: [news-users], privileges: [read]}
          - {names: [news-copies], privileges: [write, create_index]}
      limited:
        indices:
          - names: [news-private]
            privileges: [read, write]
            query: '{"term": {"public": true}}'
      contained_all:
        indices: [{names: [news-contained], privileges: [read, write]}]
      contained_public:
        indices:
          - names: [news-contained]
            privileges: [read, write]
            query: '{"term": {"public": true}}'
      contained_values:
        indices:
          - names: [news-contained]
            privileges: [read, write]
            field_security: {grant: [public, simhash]}
      """;

  private static final int CLIENTS = 4;
  private static final int BULKS = 12;
  private static final int DOCUMENTS = 100;

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    for (String index : List.of("news", "news-users", "news-private")) {
      put(
          "/" + index,
          """
              {"mappings": {"properties": {
                "public": {"type": "boolean"}, "simhash": {"type": "simhash"}}}}\
              """);
    }
    // Of 3,000 random fingerprints about one pair is within the default of 12 bits by chance.
    put(
        "/_ingest/pipeline/near",
        "{\"processors\": [{\"near_duplicate\": {\"max_distance\": 3}}]}");
  }

  /** A document to index, and the id of the one that it is a duplicate of; null for none. */
  private record Planned(String id, long fingerprint, String original) {}

  /**
   * The documents of a bulk: two in three are new; the others are duplicates of one that has been
   * acknowledged, to this client or to another, or that precedes in the same bulk. No document has
   * two duplicates.
   */
  private static List<Planned> plan(Random random, String prefix, Queue<Planned> acknowledged) {
    List<Planned> bulk = new ArrayList<>();
    List<Planned> fresh = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      Planned original =
          switch (random.nextInt(6)) {
            case 0 -> acknowledged.poll();
            case 1 -> fresh.isEmpty() ? null : fresh.remove(random.nextInt(fresh.size()));
            default -> null;
          };
      long bits = 3L << random.nextInt(63);
      Planned planned =
          original == null
              ? new Planned(prefix + i, random.nextLong(), null)
              : new Planned(prefix + i, original.fingerprint() ^ bits, original.id());
      bulk.add(planned);
      if (original == null) {
        fresh.add(planned);
      }
    }
    return bulk;
  }

  private static List<String> lines(List<Planned> bulk) {
    List<String> lines = new ArrayList<>();
    for (Planned each : bulk) {
      lines.add("{\"index\": {\"_id\": \"" + each.id() + "\"}}");
      lines.add("{\"simhash\": \"" + Fingerprint.toHex(each.fingerprint()) + "\"}");
    }
    return lines;
  }

  @Test
  public void testEveryDuplicateInAStreamOfFourClientsIsTagged() throws Exception {
    Map<String, String> expected = new ConcurrentHashMap<>();
    Queue<Planned> acknowledged = new ConcurrentLinkedQueue<>();
    Http writer = as("writer");
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        ends.add(
            clients.submit(
                () -> {
                  Random random = new Random(number);
                  for (int i = 0; i < BULKS; i++) {
                    List<Planned> bulk = plan(random, number + "-" + i + "-", acknowledged);
                    Response response = writer.bulk("/news/_bulk?pipeline=near", lines(bulk)).ok();
                    assertEquals(response.text(), Boolean.FALSE, response.at("errors"));
                    remember(bulk, expected, acknowledged);
                  }
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      clients.shutdownNow();
    }
    assertTrue(expected.size() > CLIENTS * BULKS * DOCUMENTS / 5);
    assertEquals(expected, tags(http()));
  }

  private static void remember(
      List<Planned> bulk, Map<String, String> expected, Queue<Planned> acknowledged) {
    List<String> used = bulk.stream().map(Planned::original).toList();
    for (Planned each : bulk) {
      if (each.original() != null) {
        expected.put(each.id(), each.original());
      } else if (used.contains(each.id()) == false) {
        acknowledged.add(each);
      }
    }
  }

  /** The documents that are tagged, and the ids in their tags. */
  private static Map<String, String> tags(Http http) {
    http.post("/news/_refresh", null).ok();
    Response all =
        http.post(
                "/news/_search",
                "{\"size\": 10000, \"_source\": [\"near_duplicate_of\"],"
                    + " \"query\": {\"exists\": {\"field\": \"near_duplicate_of.id\"}}}")
            .ok();
    List<Map<String, Object>> hits = all.at("hits.hits");
    Map<String, String> tags = new HashMap<>();
    for (Map<String, Object> hit : hits) {
      Map<?, ?> source = (Map<?, ?>) hit.get("_source");
      Map<?, ?> tag = (Map<?, ?>) source.get("near_duplicate_of");
      assertEquals("news", tag.get("index"));
      tags.put((String) hit.get("_id"), (String) tag.get("id"));
    }
    return tags;
  }

  /** The original is in an older backing index than that to which its duplicate goes. */
  @Test
  public void testADataStreamWithARolloverBetweenOriginalAndDuplicate() {
    put(
        "/_index_template/stream",
        """
            {"index_patterns": ["stream"], "data_stream": {}, "priority": 500, "template": {
              "settings": {"index.refresh_interval": -1, "index.default_pipeline": "near"},
              "mappings": {"properties": {"simhash": {"type": "simhash"}}}}}\
            """);
    String older = create("1", 0xABCDEFL);
    post("/stream/_rollover", null);
    String newer = create("2", 0xABCDEEL);
    assertNotEquals(older, newer);
    // A search sees neither of them yet: the original is a recent document.
    assertEquals(Map.of("id", "1", "index", older, "distance", 1), streamTag("2"));
    post("/stream/_refresh", null);
    post("/stream/_rollover", null);
    create("3", 0xABCDEDL);
    assertEquals(older, ((Map<?, ?>) streamTag("3")).get("index"));
  }

  /** Adds a document to the data stream; returns its backing index. */
  private static String create(String id, long fingerprint) {
    String source =
        "{\"@timestamp\": \"2026-01-01T00:00:00Z\", \"simhash\": \""
            + Fingerprint.toHex(fingerprint)
            + "\"}";
    return put("/stream/_create/" + id, source).at("_index");
  }

  private static Object streamTag(String id) {
    post("/stream/_refresh", null);
    return post("/stream/_search", "{\"query\": {\"ids\": {\"values\": [\"" + id + "\"]}}}")
        .at("hits.hits.0._source.near_duplicate_of");
  }

  private static String item(String index, String id, String source) {
    return "{\"index\": {\"_index\": \"" + index + "\", \"_id\": \"" + id + "\"}}\n" + source;
  }

  private static String document(String index, String id, String fingerprint) {
    return item(index, id, "{\"simhash\": \"" + fingerprint + "\"}");
  }

  @Test
  public void testAUserWithoutReadGetsAFailureForEachDocument() {
    Response response =
        as("blind")
            .bulk(
                "/_bulk?pipeline=near",
                List.of(
                    document("news-users", "1", "0000000000000000"),
                    document("news-users", "2", "00000000000000ff")))
            .ok();
    for (int i = 0; i < 2; i++) {
      assertEquals(response.text(), (Integer) 403, response.at("items." + i + ".index.status"));
      String reason = response.at("items." + i + ".index.error.reason");
      assertTrue(
          reason,
          reason.contains(
                  "near-duplicates cannot be searched in [news-users]: action [indices:data/read/")
              && reason.contains("is unauthorized for user [blind]"));
    }
  }

  /** As a data shipper has it: documents without ids are created. */
  @Test
  public void testAUserWhoMayOnlyCreateDocumentsNeedsRead() {
    List<String> bulk = List.of("{\"create\": {}}", "{\"simhash\": \"0123456789abcdef\"}");
    String path = "/news-users/_bulk?pipeline=near&refresh=true";
    Response refused = as("shipper").bulk(path, bulk).ok();
    assertEquals(refused.text(), (Integer) 403, refused.at("items.0.create.status"));
    Http reading = as("reading_shipper");
    String original = reading.bulk(path, bulk).ok().at("items.0.create._id");
    String copy = reading.bulk(path, bulk).ok().at("items.0.create._id");
    Object tag = get("/news-users/_doc/" + copy).at("_source.near_duplicate_of.id");
    assertEquals(original, tag);
    for (String id : List.of(original, copy)) {
      delete("/news-users/_doc/" + id + "?refresh=true");
    }
  }

  /** Also where the caller has no {@code read} on the index: the old version would stay. */
  @Test
  public void testANewVersionIsNotDropped() {
    String fingerprint = "00ff00ff00ff00ff";
    http().index("news-users", Map.of("copied", Map.of("simhash", fingerprint)), "").ok();
    put(
        "/_ingest/pipeline/drop-copies",
        """
            {"processors": [{"near_duplicate": {
              "index": "news-users", "max_distance": 0, "on_duplicate": "drop"}}]}""");
    List<String> bulk = List.of(document("news-copies", "1", fingerprint));
    put("/news-copies", "{}");
    String path = "/_bulk?pipeline=drop-copies&refresh=true";
    assertEquals("noop", as("copier").bulk(path, bulk).ok().at("items.0.index.result"));
    put("/news-copies/_doc/1", "{}");
    assertEquals("updated", as("copier").bulk(path, bulk).ok().at("items.0.index.result"));
    assertEquals("copied", get("/news-copies/_doc/1").at("_source.near_duplicate_of.id"));
  }

  /** Neither are one of a document that is hidden from the caller, nor a copy of a deleted one. */
  @Test
  public void testUnderDocumentLevelSecurity() {
    put(
        "/_ingest/pipeline/drop-private",
        "{\"processors\": [{\"near_duplicate\": {\"on_duplicate\": \"drop\"}}]}");
    http()
        .index(
            "news-private",
            Map.of(
                "secret",
                Map.of("public", false, "simhash", "00000000ffff0000"),
                "original",
                Map.of("public", true, "simhash", "ffff0000ffff0000"),
                "deleted",
                Map.of("public", true, "simhash", "0000ffffffff0000")),
            "");
    delete("/news-private/_doc/deleted");
    Response response =
        as("limited")
            .bulk(
                "/_bulk?pipeline=drop-private",
                List.of(
                    document("news-private", "secret", "ffff0000ffff0000"),
                    document("news-private", "copy", "ffff0000ffff0000"),
                    document("news-private", "kept", "0000ffffffff0000")))
            .ok();
    assertEquals("updated", response.at("items.0.index.result"));
    assertEquals("noop", response.at("items.1.index.result"));
    assertEquals("created", response.at("items.2.index.result"));
    for (String id : List.of("secret", "kept")) {
      delete("/news-private/_doc/" + id);
    }
    delete("/news-private/_doc/original?refresh=true");
  }

  /** Neither by a hidden document nor by a hidden text. */
  @Test
  public void testPassagesThatTheCallerMayNotReadDoNotCount() {
    put(
        "/news-contained",
        """
            {"mappings": {"properties": {
              "public": {"type": "boolean"}, "simhash": {"type": "simhash"},
              "content": {"type": "text", "fields": {"passages": {"type": "passages"}}}}}}""");
    put(
        "/_ingest/pipeline/contained",
        """
            {"processors": [{"simhash": {"field": "content"}}, {"near_duplicate": {
              "passages": {"field": "content.passages", "min_containment": 0.85},
              "on_duplicate": "fail"}}]}""");
    String text = Articles.NEWS;
    String longer = Articles.OTHER + " " + text + " " + Articles.OTHER + " " + Articles.OTHER;
    http()
        .index(
            "news-contained",
            Map.of("secret", Map.of("public", false, "content", longer)),
            "pipeline=contained");
    List<String> bulk =
        List.of("{\"create\": {}}", "{\"public\": false, \"content\": \"" + text + "\"}");
    String path = "/news-contained/_bulk?pipeline=contained";
    Response seen = as("contained_all").bulk(path, bulk).ok();
    String reason = seen.at("items.0.create.error.reason");
    assertTrue(reason, reason.contains("is a near-duplicate of [secret] in [news-contained]"));
    assertTrue(reason, reason.endsWith(" and containment [1.0] and relation [within]"));
    for (String user : List.of("contained_public", "contained_values")) {
      Response unseen = as(user).bulk(path, bulk).ok();
      assertEquals(unseen.text(), (Integer) 201, unseen.at("items.0.create.status"));
      assertFalse(unseen.text(), unseen.text().contains("secret"));
    }
    delete("/news-contained");
  }

  /** Many bulk requests of two users at once: a shared search would answer one for the other. */
  @Test
  public void testTwoUsersNeverShareASearch() throws Exception {
    http().index("news-users", Map.of("original", Map.of("simhash", "ffffffff00000000")), "");
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Map<Object, Integer>>> ends = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        String user = client % 2 == 0 ? "writer" : "blind";
        ends.add(clients.submit(() -> statuses(user)));
      }
      for (int client = 0; client < CLIENTS; client++) {
        Object status = client % 2 == 0 ? 409 : 403;
        assertEquals(Map.of(status, 10 * 50), ends.get(client).get());
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static Map<Object, Integer> statuses(String user)
      throws InterruptedException, ExecutionException {
    put(
        "/_ingest/pipeline/refuse",
        "{\"processors\": [{\"near_duplicate\": {\"on_duplicate\": \"fail\"}}]}");
    Map<Object, Integer> statuses = new HashMap<>();
    for (int i = 0; i < 10; i++) {
      List<String> lines = new ArrayList<>();
      for (int j = 0; j < 50; j++) {
        lines.add(document("news-users", user + i + "-" + j, "ffffffff00000001"));
      }
      Response response = as(user).bulk("/_bulk?pipeline=refuse", lines).ok();
      for (int j = 0; j < 50; j++) {
        statuses.merge(response.at("items." + j + ".index.status"), 1, Integer::sum);
      }
    }
    return statuses;
  }

  /** Under document-level security a document that is hidden is nobody's original. */
  @Test
  public void testHiddenDocumentsDoNotCount() {
    http()
        .index(
            "news-private",
            Map.of(
                "hidden",
                Map.of("public", false, "simhash", "0000000000000000"),
                "shown",
                Map.of("public", true, "simhash", "ffffffffffffffff")),
            "");
    as("limited")
        .bulk(
            "/_bulk?pipeline=near&refresh=true",
            List.of(
                document("news-private", "near-hidden", "0000000000000001"),
                document("news-private", "near-shown", "7fffffffffffffff")))
        .ok();
    Response stored = get("/news-private/_search?sort=_doc");
    Map<Object, Object> tags = new HashMap<>();
    List<Map<String, Object>> hits = stored.at("hits.hits");
    for (Map<String, Object> hit : hits) {
      tags.put(hit.get("_id"), ((Map<?, ?>) hit.get("_source")).get("near_duplicate_of"));
    }
    Map<Object, Object> expected = new HashMap<>();
    expected.put("hidden", null);
    expected.put("shown", null);
    expected.put("near-hidden", null);
    expected.put("near-shown", Map.of("id", "shown", "index", "news-private", "distance", 1));
    assertEquals(expected, tags);
  }

  private static final String DAM =
      "The council approved the rebuilding of the dam on %s after a debate of four hours. Work begins"
          + " in autumn with the eastern gate, and the road over the crest is closed for a year. The"
          + " fish ladder is to be wider than the old one, and three farms get water from a new pipe.";

  private static List<String> dams(String index, String... days) {
    List<String> lines = new ArrayList<>();
    for (String day : days) {
      lines.add("{\"index\": {\"_index\": \"" + index + "\", \"_id\": \"" + day + "\"}}");
      lines.add("{\"content\": \"" + DAM.formatted(day) + "\"}");
    }
    return lines;
  }

  /** A mapping that takes no new fields takes the tag that it has; the log has no warning then. */
  @Test
  public void testStrictMapping() {
    put(
        "/_ingest/pipeline/strict",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}, {\"near_duplicate\": {}}]}");
    put(
        "/news-strict",
        """
        {"settings": {"index.default_pipeline": "strict"},
         "mappings": {"dynamic": "strict", "properties": {
           "content": {"type": "text"}, "simhash": {"type": "simhash"},
           "near_duplicate_of": {"properties": {
             "id": {"type": "keyword"}, "index": {"type": "keyword"},
             "distance": {"type": "integer"}, "similarity": {"type": "float"},
             "unknown": {"type": "boolean"}}}}}}
        """);
    Response response = http().bulk("/_bulk", dams("news-strict", "Monday", "Tuesday")).ok();
    assertEquals(response.text(), Boolean.FALSE, response.at("errors"));
    assertEquals(List.of(), response.warnings());
    assertEquals("Monday", get("/news-strict/_doc/Tuesday").at("_source.near_duplicate_of.id"));
  }

  /** A request that names a pipeline replaces the default one, but not the final one. */
  @Test
  public void testAFinalPipelineRunsWhateverPipelineARequestNames() {
    put(
        "/_ingest/pipeline/final",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}, {\"near_duplicate\": {}}]}");
    put("/_ingest/pipeline/own", "{\"processors\": []}");
    put(
        "/news-final",
        """
        {"settings": {"index.final_pipeline": "final"},
         "mappings": {"properties": {"content": {"type": "text"}, "simhash": {"type": "simhash"}}}}
        """);
    http().bulk("/_bulk?pipeline=own", dams("news-final", "Monday", "Tuesday")).ok();
    assertEquals("Monday", get("/news-final/_doc/Tuesday").at("_source.near_duplicate_of.id"));
  }
}
