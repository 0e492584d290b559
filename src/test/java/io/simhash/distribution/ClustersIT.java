package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.cluster.FingerprintClusters;
import io.simhash.core.cluster.Linkage;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.Test;

/** Cluster runs over three nodes: the same clusters from each of them, as tasks, and cancelled. */
public class ClustersIT {

  private static final int DOCUMENTS = 3_000;

  @Test
  public void testClustersOnThreeNodes() throws Exception {
    try (TestCluster cluster = TestCluster.of(3).start()) {
      Map<String, Long> values = index(cluster.http());
      for (Linkage linkage : Linkage.values()) {
        for (int maxDistance : new int[] {0, 3, 7, 12}) {
          String body =
              "{\"field\": \"near\", \"size\": 10000, \"max_distance\": "
                  + maxDistance
                  + ", \"linkage\": \""
                  + linkage
                  + "\"}";
          Map<String, List<String>> expected = expected(values, maxDistance, linkage);
          for (int node = 0; node < 3; node++) {
            Response response =
                cluster.http(node).post("/clusters-it/_simhash/clusters", body).ok();
            assertEquals(expected, clusters(response.body()));
          }
        }
      }
      assertTask(cluster, expected(values, 3, Linkage.CONNECTED));
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));
      assertClearFailure(cluster);
    }
  }

  private static Map<String, Long> index(Http http) {
    http.put(
            "/clusters-it",
            """
            {"settings": {"number_of_shards": 5, "number_of_replicas": 0},
             "mappings": {"properties": {
               "near": {"type": "simhash"}, "cluster_id": {"type": "keyword"}}}}""")
        .ok();
    Random random = new Random(11);
    Map<String, Long> values = new TreeMap<>();
    long centre = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      centre = i % 6 == 0 ? random.nextLong() : centre;
      long value = centre;
      for (int bits = random.nextInt(7); bits > 0; bits--) {
        value ^= 1L << random.nextInt(64);
      }
      values.put("d" + (10_000 + i), value);
    }
    Map<String, Map<String, Object>> documents = new TreeMap<>();
    values.forEach((id, value) -> documents.put(id, Map.of("near", Fingerprint.toHex(value))));
    http.index("clusters-it", documents, "");
    for (int i = 0; i < DOCUMENTS; i += 50) {
      http.delete("/clusters-it/_doc/d" + (10_000 + i)).ok();
      values.remove("d" + (10_000 + i));
    }
    http.post("/clusters-it/_refresh", null).ok();
    return values;
  }

  private static Map<String, List<String>> expected(
      Map<String, Long> values, int maxDistance, Linkage linkage) {
    List<String> ids = List.copyOf(values.keySet());
    long[] fingerprints = values.values().stream().mapToLong(Long::longValue).toArray();
    int[] of = FingerprintClusters.representatives(fingerprints, maxDistance, linkage);
    Map<String, List<String>> clusters = new TreeMap<>();
    IntStream.range(0, of.length)
        .forEach(
            i -> clusters.computeIfAbsent(ids.get(of[i]), id -> new ArrayList<>()).add(ids.get(i)));
    clusters.values().removeIf(members -> members.size() < 2);
    return clusters;
  }

  private static Map<String, List<String>> clusters(Map<String, Object> response) {
    Map<String, List<String>> clusters = new TreeMap<>();
    for (Object each : (List<?>) response.get("clusters")) {
      Map<?, ?> found = (Map<?, ?>) each;
      List<String> members = new ArrayList<>();
      for (Object member : (List<?>) found.get("members")) {
        members.add((String) ((Map<?, ?>) member).get("_id"));
      }
      clusters.put((String) found.get("id"), members);
    }
    return clusters;
  }

  /** A run that nobody waits for stores its result, and has updated the documents. */
  private static void assertTask(TestCluster cluster, Map<String, List<String>> expected) {
    String body =
        "{\"field\": \"near\", \"max_distance\": 3, \"size\": 10000,"
            + " \"update\": {\"field\": \"cluster_id\"}, \"dest\": {\"index\": \"clusters-it-found\"}}";
    String task =
        cluster
            .http(1)
            .post("/clusters-it/_simhash/clusters?wait_for_completion=false", body)
            .ok()
            .at("task");
    Response done =
        cluster.http(2).get("/_tasks/" + task + "?wait_for_completion=true&timeout=60s").ok();
    assertTrue(done.toString(), done.<Boolean>at("completed"));
    Map<String, Object> all = new HashMap<>(done.body());
    @SuppressWarnings("unchecked")
    Map<String, Object> response = (Map<String, Object>) all.get("response");
    assertEquals(expected, clusters(response));
    int clustered = expected.values().stream().mapToInt(List::size).sum();
    assertEquals(Integer.valueOf(clustered), done.<Integer>at("response.update.updated"));
    assertEquals("writing", done.<String>at("task.status.phase"));
    Http http = cluster.http();
    http.post("/clusters-it/_refresh", null).ok();
    assertEquals(
        Integer.valueOf(clustered),
        http.post("/clusters-it/_count", "{\"query\": {\"exists\": {\"field\": \"cluster_id\"}}}")
            .ok()
            .<Integer>at("count"));
    assertEquals(
        Integer.valueOf(expected.size()),
        http.get("/clusters-it-found/_count").ok().<Integer>at("count"));
  }

  /** Without replicas the shards of a lost node cannot be read: an error, not fewer clusters. */
  private static void assertClearFailure(TestCluster cluster) {
    cluster.nodes().get(2).crash();
    Response response =
        cluster
            .http()
            .post("/clusters-it/_simhash/clusters", "{\"field\": \"near\", \"max_distance\": 3}");
    assertTrue(response.toString(), response.status() >= 500);
    assertFalse(response.toString(), response.body().containsKey("clusters"));
  }
}
