package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.Test;

/**
 * The retriever {@code near_duplicate_collapse} against brute force, and around other retrievers.
 */
public class NearDuplicateCollapseIT extends DistributionTestCase {

  private static final int[] DISTANCES = {0, 3, 12, 24};

  private static String collapse(String inner, String options) {
    return """
        {"near_duplicate_collapse": {"retriever": %s, "field": "fp", "rank_window_size": 10000, %s}}"""
        .formatted(inner, options);
  }

  private static List<Map<String, Object>> hits(String index, String body) {
    return http().post("/" + index + "/_search", body).ok().at("hits.hits");
  }

  /** Clusters of some ten documents, in 1 and 5 shards, with deleted and replaced documents. */
  @Test
  public void testEqualsBruteForce() {
    for (int shards : new int[] {1, 5}) {
      Random random = new Random(shards);
      long[] centres = random.longs(60).toArray();
      LongSupplier fingerprints =
          () -> {
            long fingerprint = centres[random.nextInt(centres.length)];
            for (int flips = random.nextInt(6); flips > 0; flips--) {
              fingerprint ^= 1L << random.nextInt(Fingerprint.BITS);
            }
            return fingerprint;
          };
      String name = "collapse-" + shards;
      FingerprintIndex index =
          FingerprintIndex.create(http(), name, "\"index.number_of_shards\": " + shards);
      for (int segment = 0; segment < 3; segment++) {
        index.add(http(), 200, fingerprints);
      }
      index.deleteAndReplaceEvery(http(), 7, fingerprints);
      for (int distance : DISTANCES) {
        assertEquals(expected(index, distance), found(index, distance));
      }
    }
  }

  /** The fingerprints of each group by the kept one, in ascending order of their digits. */
  private static Map<String, List<String>> found(FingerprintIndex index, int distance) {
    String sorted =
        """
        {"standard": {"sort": ["fp"], "query": {"exists": {"field": "fp"}}}}""";
    String body =
        "{\"size\": 10000, \"_source\": false, \"retriever\": "
            + collapse(sorted, "\"max_distance\": " + distance)
            + "}";
    Map<String, List<String>> groups = new LinkedHashMap<>();
    for (Map<String, Object> hit : hits(index.name(), body)) {
      List<String> group = new ArrayList<>();
      long kept = index.live().get(hit.get("_id"));
      for (Map<String, Object> other : folded(hit)) {
        long fingerprint = index.live().get(other.get("_id"));
        assertEquals(Fingerprint.distance(kept, fingerprint), other.get("distance"));
        assertEquals(index.name(), other.get("_index"));
        group.add(Fingerprint.toHex(fingerprint));
      }
      groups.put(Fingerprint.toHex(kept), group);
    }
    return groups;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> folded(Map<String, Object> hit) {
    Map<String, Object> fields = (Map<String, Object>) hit.getOrDefault("fields", Map.of());
    return (List<Map<String, Object>>) fields.getOrDefault("_near_duplicates", List.of());
  }

  private static Map<String, List<String>> expected(FingerprintIndex index, int distance) {
    TreeMap<String, List<Long>> sorted = new TreeMap<>();
    for (long fingerprint : index.live().values()) {
      sorted
          .computeIfAbsent(Fingerprint.toHex(fingerprint), key -> new ArrayList<>())
          .add(fingerprint);
    }
    Map<String, List<String>> groups = new LinkedHashMap<>();
    sorted.forEach(
        (digits, equal) -> {
          for (long fingerprint : equal) {
            groups.entrySet().stream()
                .filter(
                    group ->
                        Fingerprint.distance(Fingerprint.parse(group.getKey()), fingerprint)
                            <= distance)
                .findFirst()
                .ifPresentOrElse(
                    group -> group.getValue().add(digits),
                    () -> groups.put(digits, new ArrayList<>()));
          }
        });
    return groups;
  }

  @Test
  public void testAroundOtherRetrievers() {
    http()
        .put(
            "/collapse-vectors",
            """
            {"settings": {"index.number_of_shards": 2}, "mappings": {"properties": {
              "fp": {"type": "simhash"},
              "vector": {"type": "dense_vector", "dims": 2, "similarity": "l2_norm"}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < 8; i++) {
      documents.put(
          Integer.toString(i),
          Map.of("fp", Fingerprint.toHex(6L << i / 2 * 8 | i % 2), "vector", List.of(i, 0)));
    }
    http().index("collapse-vectors", documents, "");
    String knn =
        """
        {"knn": {"field": "vector", "query_vector": [0, 0], "k": 8, "num_candidates": 8}}""";
    String rescored =
        """
        {"rescorer": {"retriever": %s, "rescore": {"window_size": 10000, "query": {
          "query_weight": 0, "rescore_query": {"function_score": {"script_score": {"script": {
            "lang": "simhash", "source": "hamming",
            "params": {"field": "fp", "fingerprint": "0000000000000000"}}}}}}}}}"""
            .formatted(knn);
    String within1 = "\"max_distance\": 1";
    assertEquals(List.of("0=[1]", "2=[3]", "4=[5]", "6=[7]"), groups(collapse(knn, within1)));
    assertEquals(4, groups(collapse(rescored, within1)).size());
    assertEquals(
        List.of("0=[2, 4, 6]"), groups(collapse(collapse(knn, within1), "\"max_distance\": 4")));
    String explained = "{\"explain\": true, \"retriever\": " + collapse(knn, within1) + "}";
    Response response = http().post("/collapse-vectors/_search", explained).ok();
    assertTrue(response.text(), response.text().contains("the best of 2 near-duplicates"));
  }

  private static List<String> groups(String retriever) {
    return hits("collapse-vectors", "{\"retriever\": " + retriever + "}").stream()
        .map(
            hit ->
                hit.get("_id") + "=" + folded(hit).stream().map(other -> other.get("_id")).toList())
        .toList();
  }
}
