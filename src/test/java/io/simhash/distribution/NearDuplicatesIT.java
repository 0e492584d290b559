package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.Test;

/** The aggregation {@code near_duplicates} against brute force. */
public class NearDuplicatesIT extends DistributionTestCase {

  private static final int[] DISTANCES = {0, 3, 7, 12};

  /** Chains and clusters, in 1 and 5 shards, with deleted and replaced documents. */
  @Test
  public void testEqualsBruteForce() {
    for (int shards : new int[] {1, 5}) {
      Random random = new Random(shards);
      long[] walkers = random.longs(60).toArray();
      LongSupplier fingerprints =
          () -> {
            int walker = random.nextInt(walkers.length);
            for (int flips = random.nextInt(6); flips > 0; flips--) {
              walkers[walker] ^= 1L << random.nextInt(Fingerprint.BITS);
            }
            return walkers[walker];
          };
      String name = "groups-" + shards;
      FingerprintIndex index =
          FingerprintIndex.create(http(), name, "\"index.number_of_shards\": " + shards);
      for (int segment = 0; segment < 3; segment++) {
        index.add(http(), 200, fingerprints);
      }
      index.deleteAndReplaceEvery(http(), 7, fingerprints);
      for (int distance : DISTANCES) {
        Response response = groups(name, distance, 1_000);
        assertEquals(expected(index, distance), found(response));
        assertEquals(index.live().size(), (int) response.at("aggregations.groups.documents"));
        assertEquals(0, (int) response.at("aggregations.groups.other_documents"));
      }
      Response some = groups(name, 3, 50);
      int compared = some.at("aggregations.groups.documents");
      assertTrue(shards + ": " + compared, compared > 20 && compared <= 50 * shards);
      assertEquals(
          index.live().size() - compared, (int) some.at("aggregations.groups.other_documents"));
    }
  }

  private static Response groups(String index, int distance, int maxDocuments) {
    String body =
        """
        {"size": 0, "aggs": {"groups": {"near_duplicates": {"field": "fp", "max_distance": %s,
          "max_documents": %s, "size": 10000, "members": 1000}}}}"""
            .formatted(distance, maxDocuments);
    return http().post("/" + index + "/_search", body).ok();
  }

  /** The sorted ids of each group by their first one. */
  private static Map<String, List<String>> found(Response response) {
    List<Map<String, Object>> buckets = response.at("aggregations.groups.buckets");
    assertEquals((int) response.at("aggregations.groups.groups"), buckets.size());
    Map<String, List<String>> groups = new TreeMap<>();
    for (Map<String, Object> bucket : buckets) {
      List<?> members = (List<?>) bucket.get("members");
      assertEquals(bucket.get("doc_count"), members.size());
      groups.put(
          (String) bucket.get("key"),
          members.stream()
              .map(member -> (String) ((Map<?, ?>) member).get("_id"))
              .collect(Collectors.toList()));
    }
    return groups;
  }

  /** By a walk through the graph of neighbours. */
  private static Map<String, List<String>> expected(FingerprintIndex index, int distance) {
    Set<String> left = new TreeSet<>(index.live().keySet());
    Map<String, List<String>> groups = new TreeMap<>();
    while (left.isEmpty() == false) {
      Deque<String> open = new ArrayDeque<>(List.of(left.iterator().next()));
      left.remove(open.peek());
      Set<String> group = new TreeSet<>(open);
      while (open.isEmpty() == false) {
        long fingerprint = index.live().get(open.pop());
        for (String other : new ArrayList<>(left)) {
          if (Fingerprint.distance(fingerprint, index.live().get(other)) <= distance) {
            left.remove(other);
            group.add(other);
            open.push(other);
          }
        }
      }
      if (group.size() > 1) {
        groups.put(group.iterator().next(), new ArrayList<>(group));
      }
    }
    return groups;
  }
}
