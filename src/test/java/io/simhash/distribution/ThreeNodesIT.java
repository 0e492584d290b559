package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Articles;
import io.simhash.distribution.helper.FingerprintIndex;
import io.simhash.distribution.helper.Hits;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.NearDuplicateStream;
import io.simhash.distribution.helper.NodeLog;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.TestCluster;
import io.simhash.lucene.search.FingerprintSets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** Each of three nodes with replicas gives the same answers, also after one node is lost. */
public class ThreeNodesIT {

  private static final int NODES = 3;

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": 2, "number_of_replicas": 2}, "mappings": {"properties": {
        "simhash": {"type": "simhash"},
        "content": {"type": "text", "fields": {
          "simhash": {"type": "simhash", "analyzer": "ansj"},
          "minhash": {"type": "minhash", "shingle": {"unit": "character"}}}}}}}""";

  private static final List<String> QUERIES =
      List.of(
          near("simhash", "\"like\": {\"_index\": \"nodes\", \"_id\": \"1\"}"),
          near("content.simhash", "\"text\": \"" + Articles.NEWS + "\""),
          near(
              "simhash",
              "\"document\": {\"content\": \"" + Articles.NEWS + "\"}, \"pipeline\": \"nodes\""),
          near("simhash", "\"fingerprint\": 0, \"max_distance\": 64"),
          near(
              "simhash",
              "\"fingerprint\": 0, \"max_distance\": 64, \"minhash\": {\"field\": \"content.minhash\","
                  + " \"like\": {\"_index\": \"nodes\", \"_id\": \"1\"}}"));

  private static String near(String field, String target) {
    return "{\"simhash_near\": {\"field\": \"" + field + "\", " + target + "}}";
  }

  @Test
  public void testEveryNodeGivesTheSameHits() throws Exception {
    try (TestCluster cluster = TestCluster.of(NODES).start()) {
      Http first = cluster.http(0);
      first
          .put(
              "/_ingest/pipeline/nodes",
              "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}]}")
          .ok();
      first.put("/nodes", INDEX).ok();
      Map<String, Object> documents = new LinkedHashMap<>();
      documents.put("1", Map.of("content", Articles.NEWS));
      documents.put("2", Map.of("content", Articles.EDIT));
      documents.put("3", Map.of("content", Articles.OTHER));
      first.index("nodes", documents, "pipeline=nodes");
      Random random = new Random(3);
      FingerprintIndex index =
          FingerprintIndex.create(
              first, "nodes-fp", "\"number_of_shards\": 3, \"number_of_replicas\": 2");
      for (FingerprintSets set : FingerprintSets.values()) {
        // Each bulk is sent to another node.
        index.add(cluster.http(set.ordinal() % NODES), 300, () -> set.next(random, 0));
      }
      index.deleteAndReplaceEvery(cluster.http(1), 13, random::nextLong);
      await(first, "wait_for_status=green");

      List<Map<String, Float>> expected = Hits.of(first, "nodes", QUERIES);
      assertEquals(List.of("2"), List.copyOf(expected.get(0).keySet()));
      assertEquals(2, expected.get(1).size());
      assertEquals(expected.get(1), expected.get(2));
      assertEquals(3, expected.get(3).size());
      String groups = groups(first, index);
      for (int node = 0; node < NODES; node++) {
        check(cluster.http(node), index, expected);
        assertEquals(groups, groups(cluster.http(node), index));
      }
      aNodeIsLostDuringAStream(cluster);
      check(cluster.http(0), index, expected);
      check(cluster.http(1), index, expected);
      assertEquals(groups, groups(cluster.http(1), index));
      NearDuplicateStream.assertUnknown(first);
      assertEquals(List.of(), NodeLog.complaints(cluster.log()));
      // Without a line for each search that failed.
      assertFalse(cluster.log().contains("Search rejected due to missing shards"));
    }
  }

  /**
   * A node is killed while documents are indexed through {@code near_duplicate}: no request hangs,
   * what was acknowledged is there, and later documents are tagged.
   */
  private static void aNodeIsLostDuringAStream(TestCluster cluster) throws Exception {
    Http first = cluster.http(0);
    Http second = cluster.http(1);
    try (NearDuplicateStream stream = NearDuplicateStream.start(first, second)) {
      stream.await(10);
      cluster.nodes().get(2).crash();
      stream.await(2);
      await(first, "wait_for_nodes=2&wait_for_status=yellow");
      stream.await(10);
      stream.end(second);
    }
    NearDuplicateStream.assertTagged(first, "late-first-");
    NearDuplicateStream.assertTagged(second, "late-second-");
  }

  private static void check(Http node, FingerprintIndex index, List<Map<String, Float>> expected) {
    for (String copy : List.of("_local", "one", "another", "third")) {
      assertEquals(expected, Hits.of(node, "nodes", QUERIES, copy));
    }
    for (int radius : new int[] {0, 3, 4, 8, 15, 40}) {
      index.assertExact(node, 0, radius, radius);
    }
  }

  /** The fingerprints of collapsed results, and the groups by the aggregation. */
  private static String groups(Http node, FingerprintIndex index) {
    String options = "\"field\": \"fp\", \"max_distance\": 6";
    String collapse =
        """
        {"size": 10000, "_source": false, "retriever": {"near_duplicate_collapse": {%s, "rank_window_size": 10000,
          "retriever": {"standard": {"sort": ["fp"], "query": {"exists": {"field": "fp"}}}}}}}"""
            .formatted(options);
    List<String> kept = node.post("/nodes-fp/_search", collapse).ok().ids();
    assertTrue("only " + kept, kept.size() > 100 && kept.size() < index.live().size());
    String aggregation =
        """
        {"size": 0, "aggs": {"groups": {"near_duplicates": {%s, "max_documents": 10000,
          "size": 10000, "members": 1000}}}}"""
            .formatted(options);
    Response groups = node.post("/nodes-fp/_search?filter_path=aggregations", aggregation).ok();
    assertEquals(index.live().size(), (int) groups.at("aggregations.groups.documents"));
    return kept.stream().map(index.live()::get).toList() + groups.text();
  }

  private static void await(Http http, String state) {
    String health = "/_cluster/health?wait_for_no_initializing_shards=true&timeout=60s&" + state;
    assertFalse(http.get(health).ok().<Boolean>at("timed_out"));
  }
}
