package io.simhash.distribution;

import io.simhash.core.cluster.Linkage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

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
  private final int maxDistance;

  private ClusterTruth(SortedMap<String, Long> values, int maxDistance) {
    this.ids = List.copyOf(values.keySet());
    this.fingerprints = values.values().stream().mapToLong(Long::longValue).toArray();
    this.maxDistance = maxDistance;
  }

  /**
   * The clusters of two or more documents by their ids: the lowest id of the members, or that of
   * the centre.
   */
  public static Map<String, Cluster> of(
      SortedMap<String, Long> values, int maxDistance, Linkage linkage) {
    ClusterTruth truth = new ClusterTruth(values, maxDistance);
    return truth.clusters(linkage == Linkage.STAR ? truth.centres() : truth.lowest());
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

  private IntStream neighbours(int document, IntPredicate wanted) {
    return IntStream.range(0, fingerprints.length)
        .filter(other -> wanted.test(other) && distance(document, other) <= maxDistance);
  }

  /** The lowest document that a chain of neighbours joins each document with. */
  private int[] lowest() {
    int[] lowest = new int[fingerprints.length];
    Arrays.fill(lowest, -1);
    for (int start = 0; start < lowest.length; start++) {
      if (lowest[start] < 0) {
        lowest[start] = start;
        ArrayDeque<Integer> reached = new ArrayDeque<>(List.of(start));
        while (reached.isEmpty() == false) {
          for (int next : neighbours(reached.poll(), i -> lowest[i] < 0).toArray()) {
            lowest[next] = start;
            reached.add(next);
          }
        }
      }
    }
    return lowest;
  }

  /** The centre that takes each document: most neighbours first, of equal ones the lower id. */
  private int[] centres() {
    long[] degrees =
        IntStream.range(0, fingerprints.length)
            .mapToLong(document -> neighbours(document, i -> true).count())
            .toArray();
    int[] centres = new int[fingerprints.length];
    Arrays.fill(centres, -1);
    IntStream.range(0, centres.length)
        .boxed()
        .sorted(Comparator.comparingLong(document -> -degrees[document]))
        .filter(centre -> centres[centre] < 0)
        .forEach(
            centre ->
                neighbours(centre, i -> centres[i] < 0)
                    .forEach(document -> centres[document] = centre));
    return centres;
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
