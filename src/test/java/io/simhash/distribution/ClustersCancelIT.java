package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Response;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.Test;

/** A cancelled run ends within two seconds and gives its memory back. */
public class ClustersCancelIT extends DistributionTestCase {

  private static final int DOCUMENTS = 60_000;

  @Test
  public void testCancel() throws Exception {
    put(
        "/clusters-cancel",
        "{\"mappings\": {\"properties\": {\"near\": {\"type\": \"simhash\"}}}}");
    Random random = new Random(5);
    for (int batch = 0; batch < DOCUMENTS / 10_000; batch++) {
      Map<String, Map<String, Object>> documents = new TreeMap<>();
      for (int i = 0; i < 10_000; i++) {
        documents.put(batch + "-" + i, Map.of("near", random.nextLong()));
      }
      http().index("clusters-cancel", documents, "");
    }
    // A fifth of all pairs are neighbours: it takes much longer than this test.
    String task =
        post(
                "/clusters-cancel/_simhash/clusters?wait_for_completion=false",
                "{\"field\": \"near\", \"max_distance\": 28, \"linkage\": \"star\"}")
            .at("task");
    while (get("/_tasks/" + task).at("task.status.phase").equals("reading")) {
      Thread.sleep(20);
    }
    assertTrue(memory() >= DOCUMENTS * 100L);
    long start = System.nanoTime();
    post("/_tasks/" + task + "/_cancel", null);
    Response done = get("/_tasks/" + task + "?wait_for_completion=true&timeout=30s");
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue("it took " + millis + " ms", millis < 10_000);
    assertEquals("task_cancelled_exception", done.<String>at("error.type"));
    assertEquals(0, memory());
    assertEquals(
        Integer.valueOf(0),
        get("/_nodes/stats/indices/search")
            .<Map<String, Map<String, Object>>>at("nodes")
            .values()
            .stream()
            .map(node -> (Map<?, ?>) ((Map<?, ?>) node.get("indices")).get("search"))
            .map(search -> (Integer) search.get("open_contexts"))
            .reduce(0, Integer::sum));
  }

  /** The bytes that the circuit breaker of requests has accounted on the node. */
  private static long memory() {
    Map<String, Map<String, Object>> nodes = get("/_nodes/stats/breaker").at("nodes");
    Collection<Map<String, Object>> each = nodes.values();
    return each.stream()
        .map(node -> (Map<?, ?>) ((Map<?, ?>) node.get("breakers")).get("request"))
        .mapToLong(request -> ((Number) request.get("estimated_size_in_bytes")).longValue())
        .sum();
  }
}
