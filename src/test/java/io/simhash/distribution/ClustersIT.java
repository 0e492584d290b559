package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.helper.ClusterTruth;
import io.simhash.distribution.helper.ClusterTruth.Cluster;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.LostNode;
import io.simhash.distribution.helper.NodeLog;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.TestCluster;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.Test;

/** Cluster runs over three nodes: the same clusters from each of them, as tasks; a lost node. */
public class ClustersIT {

  private static final int DOCUMENTS = 3_000;
  private static final int FAMILY = 60;

  @Test
  public void testClustersOnThreeNodes() throws Exception {
    try (TestCluster cluster = TestCluster.of(3).start()) {
      SortedMap<String, Long> values = index(cluster.http());
      for (Linkage linkage : Linkage.values()) {
        for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
          String body =
              "{\"field\": \"near\", \"size\": 10000, \"max_distance\": "
                  + maxDistance
                  + ", \"linkage\": \""
                  + linkage
                  + "\"}";
          // Each run on another node.
          Http http = cluster.http((maxDistance + linkage.ordinal()) % 3);
          Response response = http.post("/clusters-it/_simhash/clusters", body).ok();
          assertEquals(
              ClusterTruth.of(values, maxDistance, linkage), ClusterTruth.in(response.body()));
        }
      }
      assertTask(cluster, values.size(), ClusterTruth.of(values, 3, Linkage.CONNECTED));
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));
      new LostNode(cluster).check();
      assertClearFailure(cluster);
    }
  }

  /** Texts as they are in real sets: 60 releases of a page, and pages that drift. */
  private static SortedMap<String, Long> index(Http http) {
    http.put(
            "/clusters-it",
            """
            {"settings": {"number_of_shards": 5, "number_of_replicas": 0},
             "mappings": {"properties": {
               "near": {"type": "simhash"}, "cluster_id": {"type": "keyword"},
               "original": {"type": "boolean"}}}}""")
        .ok();
    Random random = new Random(11);
    SortedMap<String, Long> values = new TreeMap<>();
    long last = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      boolean drifts = i >= DOCUMENTS / 2;
      last = i % FAMILY == 0 ? random.nextLong() : last;
      long value = last;
      for (int bits = random.nextInt(drifts ? 4 : 7); bits > 0; bits--) {
        value ^= 1L << random.nextInt(64);
      }
      last = drifts ? value : last;
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

  /** A run that nobody waits for stores counts, and has updated the documents. */
  private static void assertTask(
      TestCluster cluster, int documents, Map<String, Cluster> expected) {
    String body =
        "{\"field\": \"near\", \"max_distance\": 3,"
            + " \"update\": {\"field\": \"cluster_id\", \"canonical_field\": \"original\"}}";
    String task =
        cluster
            .http(1)
            .post("/clusters-it/_simhash/clusters?wait_for_completion=false", body)
            .ok()
            .at("task");
    Response done =
        cluster.http(2).get("/_tasks/" + task + "?wait_for_completion=true&timeout=60s").ok();
    assertTrue(done.toString(), done.<Boolean>at("completed"));
    int clustered = expected.values().stream().mapToInt(Cluster::size).sum();
    int stories = documents - clustered + expected.size();
    assertEquals(expected.size(), done.number("response.clusters_found"));
    assertEquals(clustered, done.number("response.clustered_documents"));
    assertEquals(stories, done.number("response.stories"));
    assertEquals(documents, done.number("response.update.updated"));
    assertFalse(done.text(), done.text().contains("_id\""));
    assertEquals("writing", done.<String>at("task.status.phase"));
    assertEquals(documents, done.number("task.status.written_documents"));
    assertEquals(
        stories,
        cluster
            .http()
            .post(
                "/clusters-it/_search?size=0",
                "{\"aggs\": {\"stories\": {\"cardinality\": {\"field\": \"cluster_id\","
                    + " \"precision_threshold\": 40000}}}}")
            .ok()
            .number("aggregations.stories.value"));
    String originals = "{\"query\": {\"term\": {\"original\": true}}}";
    assertEquals(
        stories, cluster.http().post("/clusters-it/_count", originals).ok().number("count"));
  }

  /** Without replicas the shards of a lost node cannot be read: an error, not fewer clusters. */
  private static void assertClearFailure(TestCluster cluster) {
    Response response =
        cluster
            .http()
            .post("/clusters-it/_simhash/clusters", "{\"field\": \"near\", \"max_distance\": 3}");
    assertTrue(response.toString(), response.status() >= 500);
    assertFalse(response.toString(), response.body().containsKey("clusters"));
  }
}
