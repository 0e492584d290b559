package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The connected groups of near-duplicates among some values: two values are in one group if a chain
 * of neighbours joins them. Compares all pairs: n (n - 1) / 2 distances of n values, and what is
 * more only of those that are within the maximum distance and not in one group already.
 */
public final class NearGroups {

  private NearGroups() {}

  /**
   * The positions of the members of each group of two or more, in ascending order; the groups in
   * the order of their first members.
   *
   * @param check called once for each value; an exception that it throws ends the work
   */
  public static List<List<Integer>> of(List<NearValue> values, NearRule rule, Runnable check) {
    long[] fingerprints = values.stream().mapToLong(NearValue::fingerprint).toArray();
    UnionFind groups = new UnionFind(fingerprints.length);
    for (int i = 0; i < fingerprints.length; i++) {
      check.run();
      for (int j = 0; j < i; j++) {
        if (Long.bitCount(fingerprints[i] ^ fingerprints[j]) <= rule.maxDistance()
            && groups.connected(i, j) == false
            && rule.holds(values.get(i), values.get(j))) {
          groups.union(i, j);
        }
      }
    }
    return members(groups);
  }

  private static List<List<Integer>> members(UnionFind groups) {
    Map<Integer, List<Integer>> members = new LinkedHashMap<>();
    for (int i = 0; i < groups.elements(); i++) {
      if (groups.size(i) > 1) {
        members.computeIfAbsent(groups.find(i), root -> new ArrayList<>()).add(i);
      }
    }
    return List.copyOf(members.values());
  }
}
