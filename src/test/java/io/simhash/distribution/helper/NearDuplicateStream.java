package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Bulk requests through {@code near_duplicate} that two clients send without a break, each to a
 * node of its own. In each request every second document is a near-duplicate of the one before it.
 */
public final class NearDuplicateStream implements AutoCloseable {

  private static final String INDEX = "stream";
  private static final int PAIRS = 10;
  private static final long PAUSE_MILLIS = 20;
  private static final int MAX_SECONDS = 60;

  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicInteger answered = new AtomicInteger();
  private volatile boolean ended;

  private NearDuplicateStream() {}

  /** Starts to send to these nodes. */
  public static NearDuplicateStream start(Http... nodes) {
    nodes[0].put("/_ingest/pipeline/stream", "{\"processors\": [{\"near_duplicate\": {}}]}").ok();
    nodes[0]
        .put(
            "/" + INDEX,
            """
            {"settings": {"number_of_shards": 2, "number_of_replicas": 1},
             "mappings": {"properties": {"simhash": {"type": "simhash"}}}}""")
        .ok();
    NearDuplicateStream stream = new NearDuplicateStream();
    for (int i = 0; i < nodes.length; i++) {
      String prefix = i + "-";
      Http node = nodes[i];
      stream.running.add(stream.clients.submit(() -> stream.send(node, prefix)));
    }
    return stream;
  }

  private Void send(Http node, String prefix) throws InterruptedException {
    for (int i = 0; ended == false; i++) {
      remember(bulk(node, prefix + i + "-"));
      answered.incrementAndGet();
      Thread.sleep(PAUSE_MILLIS);
    }
    return null;
  }

  private static Response bulk(Http node, String prefix) {
    Random random = new Random(prefix.hashCode());
    List<String> lines = new ArrayList<>();
    for (int pair = 0; pair < PAIRS; pair++) {
      long fingerprint = random.nextLong();
      for (long value : new long[] {fingerprint, fingerprint ^ 5}) {
        lines.add("{\"index\": {\"_id\": \"" + prefix + lines.size() / 2 + "\"}}");
        lines.add("{\"simhash\": \"" + Fingerprint.toHex(value) + "\"}");
      }
    }
    return node.bulk("/" + INDEX + "/_bulk?pipeline=stream", lines);
  }

  /** Keeps the ids of the documents that were indexed; none fails because a node is lost. */
  private void remember(Response response) {
    List<Map<String, Map<String, Object>>> items = response.ok().at("items");
    for (Map<String, Map<String, Object>> item : items) {
      assertNotEquals(item.toString(), 502, item.get("index").get("status"));
      if (Integer.valueOf(201).equals(item.get("index").get("status"))) {
        acknowledged.add((String) item.get("index").get("_id"));
      }
    }
  }

  /**
   * A request while the index to compare with has no active copy of its shard: every document is
   * kept, and tagged as unknown.
   */
  public static void assertUnknown(Http node) {
    node.put(
            "/absent?wait_for_active_shards=0",
            """
            {"settings": {"routing.allocation.require._name": "none"},
             "mappings": {"properties": {"simhash": {"type": "simhash"}}}}""")
        .ok();
    node.put(
            "/_ingest/pipeline/stream",
            "{\"processors\": [{\"near_duplicate\": {\"index\": \"absent\", \"timeout\": \"2s\"}}]}")
        .ok();
    Response response = bulk(node, "unknown-").ok();
    assertEquals(response.text(), Boolean.FALSE, response.at("errors"));
    List<String> ids = IntStream.range(0, 2 * PAIRS).mapToObj(i -> "unknown-" + i).toList();
    for (Map<String, Object> each : found(node, ids)) {
      Map<?, ?> source = (Map<?, ?>) each.get("_source");
      assertEquals(Map.of("unknown", true), source.get("near_duplicate_of"));
    }
  }

  /** Waits until so many further requests have been answered. */
  public void await(int requests) throws InterruptedException {
    int until = answered.get() + requests;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    while (answered.get() < until) {
      assertTrue("requests hang after " + answered, System.nanoTime() < deadline);
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** Ends the stream: every request is answered, and every acknowledged document is there. */
  public void end(Http node) throws Exception {
    ended = true;
    for (Future<?> each : running) {
      each.get(MAX_SECONDS, TimeUnit.SECONDS);
    }
    assertEquals(acknowledged.size(), found(node, List.copyOf(acknowledged)).size());
  }

  /** One more request to a node, of which every near-duplicate is tagged. */
  public static void assertTagged(Http node, String prefix) {
    Response response = bulk(node, prefix).ok();
    assertEquals(response.text(), Boolean.FALSE, response.at("errors"));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 2 * PAIRS; i++) {
      ids.add(prefix + i);
    }
    for (Map<String, Object> each : found(node, ids)) {
      int number = Integer.parseInt(((String) each.get("_id")).substring(prefix.length()));
      Map<?, ?> tag = (Map<?, ?>) ((Map<?, ?>) each.get("_source")).get("near_duplicate_of");
      assertEquals(
          number % 2 == 0 ? null : prefix + (number - 1), tag == null ? null : tag.get("id"));
    }
  }

  private static List<Map<String, Object>> found(Http node, List<String> ids) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (int from = 0; from < ids.size(); from += 1000) {
      List<String> some = ids.subList(from, Math.min(from + 1000, ids.size()));
      List<Map<String, Object>> documents =
          node.post("/" + INDEX + "/_mget", Http.json(Map.of("ids", some))).ok().at("docs");
      documents.stream().filter(each -> Boolean.TRUE.equals(each.get("found"))).forEach(found::add);
    }
    return found;
  }

  @Override
  public void close() {
    ended = true;
    clients.shutdownNow();
  }
}
