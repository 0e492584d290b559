package io.simhash.distribution.helper;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Definition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The clusters of fingerprints by their definition, with all pairs compared; and those of a
 * response, to be compared with them.
 */
public final class ClusterTruth {

  /** The number of members that a response lists. */
  private static final int LISTED = 10;

  /**
   * A cluster.
   *
   * @param members the first by id
   */
  public record Cluster(int size, int diameter, List<String> members) {}

  private final List<String> ids;
  private final long[] fingerprints;

  private ClusterTruth(SortedMap<String, Long> values) {
    this.ids = List.copyOf(values.keySet());
    this.fingerprints = values.values().stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * The clusters of two or more documents by their ids: the lowest id of the members, or that of
   * the centre.
   */
  public static Map<String, Cluster> of(
      SortedMap<String, Long> values, int maxDistance, Linkage linkage) {
    ClusterTruth truth = new ClusterTruth(values);
    return truth.clusters(
        Definition.representatives(
            values.size(), linkage, (a, b) -> truth.distance(a, b) <= maxDistance));
  }

  /** The clusters of a response, which must have been asked for all. */
  public static Map<String, Cluster> in(Map<String, Object> response) {
    Map<String, Cluster> clusters = new TreeMap<>();
    for (Object each : (List<?>) response.get("clusters")) {
      Map<?, ?> found = (Map<?, ?>) each;
      List<String> members =
          ((List<?>) found.get("members"))
              .stream().map(member -> (String) ((Map<?, ?>) member).get("_id")).toList();
      Cluster cluster =
          new Cluster((Integer) found.get("size"), (Integer) found.get("diameter"), members);
      clusters.put((String) found.get("id"), cluster);
    }
    return clusters;
  }

  private int distance(int a, int b) {
    return Long.bitCount(fingerprints[a] ^ fingerprints[b]);
  }

  private Map<String, Cluster> clusters(int[] representatives) {
    Map<Integer, List<Integer>> members = new TreeMap<>();
    for (int i = 0; i < representatives.length; i++) {
      members.computeIfAbsent(representatives[i], key -> new ArrayList<>()).add(i);
    }
    Map<String, Cluster> clusters = new TreeMap<>();
    members.forEach(
        (representative, documents) -> {
          if (documents.size() > 1) {
            clusters.put(ids.get(representative), cluster(documents));
          }
        });
    return clusters;
  }

  private Cluster cluster(List<Integer> documents) {
    int diameter = 0;
    for (int a : documents) {
      for (int b : documents) {
        diameter = Math.max(diameter, distance(a, b));
      }
    }
    return new Cluster(
        documents.size(), diameter, documents.stream().limit(LISTED).map(ids::get).toList());
  }
}
