package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

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
    ElementReader reader = new Fingerprints(groups.keys());
    UnionFind sets =
        new NeighbourJoin(
                groups.keys(), new BitSet(), reader, rule, Optional.empty(), (d, b, c) -> {})
            .run();
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

  /** Elements without signatures and texts. */
  private record Fingerprints(long[] values) implements ElementReader {

    @Override
    public BitSet signed() {
      throw new AssertionError("no signatures");
    }

    @Override
    public Bands bands() {
      throw new AssertionError("no signatures");
    }

    @Override
    public void readBands(int group, BandConsumer consumer) {
      throw new AssertionError("no signatures");
    }

    @Override
    public Map<Integer, NearValue> near(int[] elements) {
      Map<Integer, NearValue> near = new HashMap<>();
      for (int element : elements) {
        near.put(element, new NearValue(values[element], Optional.empty()));
      }
      return near;
    }

    @Override
    public Map<Integer, HashedSet> texts(int[] elements) {
      throw new AssertionError("no texts: " + Arrays.toString(elements));
    }
  }
}
