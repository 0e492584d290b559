package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Clusters of fingerprints in memory, made by the engine of a cluster run: equal fingerprints are
 * one element of the work.
 */
public final class FingerprintClusters {

  private FingerprintClusters() {}

  /**
   * The representative of each fingerprint's cluster: with {@link Linkage#CONNECTED} the lowest
   * index in the cluster, with {@link Linkage#STAR} the centre.
   */
  public static int[] representatives(long[] fingerprints, int maxDistance, Linkage linkage) {
    EqualGroups groups = EqualGroups.of(fingerprints);
    NearRule rule = NearRule.ofDistance(maxDistance);
    ElementReader reader =
        new MemoryReader(
            LongStream.of(groups.keys()).mapToObj(f -> new NearValue(f, Optional.empty())).toList(),
            List.of(),
            0);
    UnionFind sets = new NeighbourJoin(reader, rule, Optional.empty(), (d, b, c) -> {}).run();
    ClusterMaker maker =
        new ClusterMaker(reader, groups::size, rule, Optional.empty(), linkage, () -> {});
    int[] representatives = IntStream.range(0, fingerprints.length).toArray();
    maker.forEachBatch(
        sets,
        10_000,
        batch ->
            maker
                .clusters(batch.stream().map(set -> byFirst(set, groups)).toList())
                .forEach(cluster -> fill(representatives, cluster, groups)));
    return representatives;
  }

  /** The elements in the order of their lowest index, which decides between equal ones. */
  private static int[] byFirst(int[] set, EqualGroups groups) {
    return IntStream.of(set)
        .boxed()
        .sorted(Comparator.comparingInt(groups::first))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static void fill(
      int[] representatives, ClusterMaker.Cluster cluster, EqualGroups groups) {
    for (int element : cluster.elements()) {
      for (int member : groups.members(element)) {
        representatives[member] = groups.first(cluster.centre());
      }
    }
  }
}
