package io.simhash.core.cluster;

import java.util.Arrays;

/**
 * Clusters of fingerprints alone: of those within a maximum Hamming distance. Equal fingerprints
 * are one element of the work, however many there are.
 */
public final class FingerprintClusters {

  private FingerprintClusters() {}

  /**
   * The representative of each fingerprint's cluster: with {@link Linkage#CONNECTED} the lowest
   * index in the cluster, with {@link Linkage#STAR} the centre.
   *
   * @param maxDistance the maximum Hamming distance of neighbours, 0 to 64
   */
  public static int[] representatives(long[] fingerprints, int maxDistance, Linkage linkage) {
    EqualGroups groups = EqualGroups.of(fingerprints);
    FingerprintPairs pairs = new FingerprintPairs(groups.keys(), maxDistance, () -> {});
    int[] ofGroup = linkage == Linkage.CONNECTED ? connected(groups, pairs) : stars(groups, pairs);
    int[] representatives = groups.groupOfEach();
    for (int i = 0; i < representatives.length; i++) {
      representatives[i] = ofGroup[representatives[i]];
    }
    return representatives;
  }

  private static int[] connected(EqualGroups groups, FingerprintPairs pairs) {
    UnionFind sets = new UnionFind(groups.groups());
    pairs.forEach(sets::union);
    int[] lowest = new int[groups.groups()];
    Arrays.fill(lowest, Integer.MAX_VALUE);
    for (int group = 0; group < lowest.length; group++) {
      int root = sets.find(group);
      lowest[root] = Math.min(lowest[root], groups.first(group));
    }
    int[] ofGroup = new int[lowest.length];
    Arrays.setAll(ofGroup, group -> lowest[sets.find(group)]);
    return ofGroup;
  }

  /** Groups are numbered by their lowest index, because ties are decided by it. */
  private static int[] stars(EqualGroups groups, FingerprintPairs pairs) {
    int[] number = new int[groups.groups()];
    int[] group = numberByFirst(groups, number);
    int[] weights = new int[group.length];
    Arrays.setAll(weights, n -> groups.size(group[n]));
    PairList list = new PairList();
    pairs.forEach((a, b) -> list.accept(number[a], number[b]));
    int[] centres = Stars.centres(weights, list);
    int[] ofGroup = new int[group.length];
    Arrays.setAll(ofGroup, g -> groups.first(group[centres[number[g]]]));
    return ofGroup;
  }

  /** Fills the number of each group; returns the group of each number. */
  private static int[] numberByFirst(EqualGroups groups, int[] number) {
    int[] group = new int[number.length];
    int next = 0;
    int[] groupOf = groups.groupOfEach();
    for (int i = 0; i < groupOf.length; i++) {
      if (groups.first(groupOf[i]) == i) {
        number[groupOf[i]] = next;
        group[next++] = groupOf[i];
      }
    }
    return group;
  }
}
