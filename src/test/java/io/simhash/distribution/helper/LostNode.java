package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The crash of one node of three in the middle of four cluster runs: one that reads, one that joins
 * and one that writes, on another node; and one that writes, on the node that crashes. Each index
 * has pairs of near-duplicates, d00000 and d00001, d00002 and d00003 and so on, and a replica.
 */
public final class LostNode {

  private static final int LOST = 2;
  private static final int PAIRS = 8_000;
  private static final long SECONDS = 60;

  private static final String WRITE =
      "{\"field\": \"near\", \"max_distance\": 1,"
          + " \"update\": {\"field\": \"cluster_id\", \"single\": false}}";

  /** Half of all pairs are neighbours. */
  private static final String JOIN = "{\"field\": \"near\", \"max_distance\": 32}";

  private final TestCluster cluster;

  /** The documents that were acknowledged while the node crashed. */
  private final Set<String> acknowledged = new ConcurrentSkipListSet<>();

  private volatile boolean indexing = true;

  public LostNode(TestCluster cluster) {
    this.cluster = cluster;
  }

  /** Crashes the last node, and checks what is left. */
  public void check() throws InterruptedException {
    List<String> indices = List.of("lost-a", "lost-b");
    indices.forEach(this::create);
    Thread client = Thread.ofPlatform().start(this::index);
    Http http = cluster.http(0);
    String reads = start(http, "lost-a,lost-b", slow());
    await(http, reads, "reading");
    String joins = start(http, "lost-a,lost-b", JOIN);
    String writes = start(http, "lost-a", WRITE);
    String lost = start(cluster.http(LOST), "lost-b", WRITE);
    await(http, writes, "writing");
    await(http, lost, "writing");
    assertEquals("reading", phase(http, reads));
    assertEquals("pairing", phase(http, joins));
    cluster.nodes().get(LOST).crash();
    assertEnds(http, reads, false);
    assertEnds(http, joins, false);
    assertEnds(http, writes, true);
    assertEquals("the task is gone with its node", 404, get(http, lost).status());
    Thread.sleep(500);
    indexing = false;
    client.join();
    http.get("/_cluster/health/lost-*?wait_for_status=yellow&timeout=60s").ok();
    indices.forEach(this::assertNothingIsWrong);
    int left = 0;
    for (String index : indices) {
      Response again = cluster.http(1).post("/" + index + "/_simhash/clusters", WRITE).ok();
      assertEquals(again.toString(), 0, again.number("update.conflicts"));
      int updated = again.at("update.updated");
      int unchanged = again.at("update.unchanged");
      assertEquals(2 * PAIRS, updated + unchanged);
      left += updated;
      assertEquals(2 * PAIRS, assertNothingIsWrong(index));
    }
    assertTrue("nothing was left to write", left > 0);
  }

  private void create(String index) {
    Http http = cluster.http(0);
    String settings =
        """
        {"settings": {"number_of_shards": 3, "number_of_replicas": 1, "max_result_window": 100000},
         "mappings": {"properties": {
           "near": {"type": "simhash"}, "cluster_id": {"type": "keyword"}}}}""";
    http.put("/" + index, settings).ok();
    Random random = new Random(index.hashCode());
    for (int pair = 0; pair < PAIRS; ) {
      Map<String, Object> documents = new LinkedHashMap<>();
      for (int end = pair + PAIRS / 5; pair < end; pair++) {
        long fingerprint = random.nextLong();
        documents.put(id(2 * pair), Map.of("near", Fingerprint.toHex(fingerprint)));
        documents.put(id(2 * pair + 1), Map.of("near", Fingerprint.toHex(fingerprint ^ 1)));
      }
      http.index(index, documents, "");
    }
  }

  private static String id(int document) {
    return "d%05d".formatted(document);
  }

  /** A query that matches all documents, and takes seconds. */
  private static String slow() {
    String script =
        "{\"script\": {\"script\": {\"lang\": \"simhash\", \"source\": \"hamming\", \"params\": "
            + "{\"field\": \"near\", \"max_distance\": 64, \"fingerprint\": \"%s\"}}}}";
    return IntStream.range(0, 1_000)
        .mapToObj(i -> script.formatted(Fingerprint.toHex(i)))
        .collect(
            Collectors.joining(
                ", ",
                "{\"field\": \"near\", \"max_distance\": 1, \"query\": {\"bool\": {\"filter\": [",
                "]}}}"));
  }

  /** Indexes some documents a second until it is told to end; keeps what was acknowledged. */
  private void index() {
    Random random = new Random(7);
    for (int bulk = 0; indexing; bulk++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        lines.add("{\"index\": {\"_id\": \"n" + bulk + "-" + i + "\"}}");
        lines.add("{\"near\": " + random.nextLong() + "}");
      }
      try {
        Response response = cluster.http(1).bulk("/lost-a/_bulk", lines);
        if (response.status() == 200) {
          response.<List<Map<String, Map<String, Object>>>>at("items").stream()
              .map(item -> item.get("index"))
              .filter(item -> item.get("status").equals(201))
              .forEach(item -> acknowledged.add((String) item.get("_id")));
        }
        Thread.sleep(20);
      } catch (UncheckedIOException e) {
        // Not acknowledged.
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static String start(Http http, String indices, String body) {
    return http.post("/" + indices + "/_simhash/clusters?wait_for_completion=false", body)
        .ok()
        .at("task");
  }

  private static Response get(Http http, String task) {
    return http.get("/_tasks/" + task);
  }

  private static String phase(Http http, String task) {
    Response response = get(http, task).ok();
    assertFalse("the run is over: " + response.text(), response.<Boolean>at("completed"));
    return response.at("task.status.phase");
  }

  private static void await(Http http, String task, String phase) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (phase(http, task).equals(phase) == false) {
      assertTrue("not " + phase + " in " + SECONDS + " s", System.nanoTime() < deadline);
    }
  }

  /**
   * A run on another node fails, with a sentence about what it has written.
   *
   * @param completes whether it may also complete: where all has been read
   */
  private static void assertEnds(Http http, String task, boolean completes) {
    Response done = http.get("/_tasks/" + task + "?wait_for_completion=true&timeout=110s").ok();
    assertTrue(done.text(), done.<Boolean>at("completed"));
    String reason = done.at("error.reason");
    assertTrue("it has not read all: " + done.text(), reason != null || completes);
    if (reason != null && done.number("task.status.written_documents") > 0) {
      assertTrue(reason, reason.endsWith("run it again to complete them"));
    }
  }

  /**
   * Each document has the id of its own cluster or none, and nothing is lost; returns the number of
   * documents that have one.
   */
  private int assertNothingIsWrong(String index) {
    Http http = cluster.http(0);
    http.post("/" + index + "*/_refresh", null).ok();
    String all = "/_search?size=100000&filter_path=hits.hits._id,hits.hits._source,_shards";
    Map<String, Map<String, Object>> found = sources(http.get("/" + index + all).ok());
    int clustered = 0;
    for (int i = 0; i < 2 * PAIRS; i++) {
      Map<String, Object> source = found.get(id(i));
      assertTrue(id(i) + " is lost", source != null && source.containsKey("near"));
      Object cluster = source.get("cluster_id");
      assertTrue(id(i) + ": " + cluster, cluster == null || cluster.equals(id(i & -2)));
      clustered += cluster == null ? 0 : 1;
    }
    if (index.equals("lost-a")) {
      assertFalse(acknowledged.isEmpty());
      acknowledged.forEach(id -> assertTrue(id + " is lost", found.containsKey(id)));
    }
    return clustered;
  }

  private static Map<String, Map<String, Object>> sources(Response response) {
    assertEquals(response.text(), 0, response.number("_shards.failed"));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (Map<String, Object> hit : response.<List<Map<String, Object>>>at("hits.hits")) {
      @SuppressWarnings("unchecked")
      Map<String, Object> source = (Map<String, Object>) hit.get("_source");
      sources.put((String) hit.get("_id"), source);
    }
    return sources;
  }
}
