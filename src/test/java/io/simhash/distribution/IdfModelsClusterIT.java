package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * IDF models on three nodes: known to all, after a restart too, and in snapshots; and not stored
 * where one of three lacks the plugin.
 */
public class IdfModelsClusterIT {

  private static final String MODEL = "/_simhash/idf/news";

  @Test
  public void testThreeNodesARestartAndASnapshot() throws IOException {
    Path repository = Files.createTempDirectory("simhash-snapshots");
    Files.setPosixFilePermissions(repository, PosixFilePermissions.fromString("rwxrwxrwx"));
    try (TestCluster cluster =
        TestCluster.of(3).setting("path.repo", repository.toString()).start()) {
      String version = build(cluster);
      String profile = pipeline(cluster);
      everyNodeHas(cluster, version, profile);

      cluster.restart();
      everyNodeHas(cluster, version, profile);

      snapshotAndRestore(cluster, version, profile);
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));

      aNodeWithoutThePlugin(cluster);
    } finally {
      Distribution.delete(repository);
    }
  }

  /** From a document on every shard. */
  private static String build(TestCluster cluster) {
    Http http = cluster.http();
    http.put(
            "/news",
            """
            {"settings": {"number_of_shards": 5, "number_of_replicas": 1},
             "mappings": {"properties": {"content": {"type": "text"}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      documents.put("" + i, Map.of("content", "the quick fox" + (i % 4 == 0 ? " jumps" : "")));
    }
    http.index("news", documents, "");
    Response built =
        cluster
            .http(2)
            .post(MODEL + "/_build", "{\"index\": \"news\", \"field\": \"content\"}")
            .ok();
    assertEquals(Integer.valueOf(100), built.at("documents"));
    assertEquals(Integer.valueOf(4), built.at("terms"));
    // The same by hand.
    Response put =
        http.put(
                "/_simhash/idf/by-hand",
                """
                {"documents": 100,
                 "terms": {"the": 100, "quick": 100, "fox": 100, "jumps": 25}}""")
            .ok();
    assertEquals(put.<String>at("version"), built.at("version"));
    return built.at("version");
  }

  private static String pipeline(TestCluster cluster) {
    cluster
        .http(1)
        .put(
            "/_ingest/pipeline/news",
            """
            {"processors": [{"simhash": {
              "field": "content", "analyzer": "standard", "preset": "tfidf", "idf": "news",
              "min_features": 0}}]}""")
        .ok();
    return profile(cluster, 0);
  }

  private static String profile(TestCluster cluster, int node) {
    Http http = cluster.http(node);
    // Refused if the index is there.
    http.put(
        "/printed", "{\"mappings\": {\"properties\": {\"simhash\": {\"type\": \"simhash\"}}}}");
    http.put("/printed/_doc/1?refresh=true&pipeline=news", "{\"content\": \"the fox jumps\"}").ok();
    return http.get("/printed/_source/1").ok().at("simhash.profile");
  }

  private static void everyNodeHas(TestCluster cluster, String version, String profile) {
    for (int node = 0; node < 3; node++) {
      assertEquals(version, cluster.http(node).get(MODEL).ok().at("version"));
      assertEquals("node " + node, profile, profile(cluster, node));
    }
  }

  private static void snapshotAndRestore(TestCluster cluster, String version, String profile) {
    Http http = cluster.http();
    http.put("/_snapshot/backup", "{\"type\": \"fs\", \"settings\": {\"location\": \"models\"}}")
        .ok();
    http.put(
            "/_snapshot/backup/one?wait_for_completion=true",
            "{\"indices\": \"news\", \"include_global_state\": true}")
        .ok();
    http.put(MODEL, "{\"documents\": 9, \"terms\": {\"fox\": 3}}").ok();
    assertNotEquals(profile, profile(cluster, 2));
    http.delete(MODEL).ok();
    http.delete("/_simhash/idf/by-hand").ok();
    http.post(
            "/_snapshot/backup/one/_restore?wait_for_completion=true",
            "{\"indices\": \"-*\", \"include_global_state\": true}")
        .ok();
    everyNodeHas(cluster, version, profile);
  }

  /** It can join as soon as no model is stored, and no model is stored from then on. */
  private static void aNodeWithoutThePlugin(TestCluster cluster) throws IOException {
    Http http = cluster.http();
    http.delete("/_ingest/pipeline/news").ok();
    http.delete(MODEL).ok();
    http.delete("/_simhash/idf/by-hand").ok();
    cluster.nodes().get(2).stop();
    cluster.nodes().get(2).removePlugin();
    cluster.restart(2);

    String sentence =
        "no IDF model can be stored now: every node needs the plugin [simhash] to read the cluster"
            + " state, but these nodes do not have it: [node-2]";
    for (int node = 0; node < 2; node++) {
      Response put = cluster.http(node).put(MODEL, "{\"documents\": 9, \"terms\": {\"fox\": 3}}");
      assertEquals(put.text(), 409, put.status());
      assertEquals(sentence, put.reason());
      Response build =
          cluster
              .http(node)
              .post(MODEL + "/_build", "{\"index\": \"news\", \"field\": \"content\"}");
      assertEquals(build.text(), 409, build.status());
      assertEquals(sentence, build.reason());
    }
    assertEquals(404, http.get(MODEL).status());
    assertEquals((Object) 3, http.get("/_cluster/health").ok().at("number_of_nodes"));
  }
}
