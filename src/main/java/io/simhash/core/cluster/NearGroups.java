package io.simhash.core.cluster;

import io.simhash.core.near.NearIndex;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The connected groups of near-duplicates among some values: two values are in one group if a chain
 * of neighbours joins them. Candidates come from a {@link NearIndex}.
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
    UnionFind groups = new UnionFind(values.size());
    Map<NearValue, Integer> different = new HashMap<>();
    NearIndex earlier = new NearIndex();
    // No value is removed, so that slots are numbers from 0.
    int[] positions = new int[values.size()];
    for (int i = 0; i < values.size(); i++) {
      check.run();
      int position = i;
      Integer equal = different.putIfAbsent(values.get(i), i);
      if (equal != null && rule.holds(values.get(i), values.get(i))) {
        groups.union(equal, i);
        continue;
      }
      earlier.forEachNeighbour(
          values.get(i),
          rule,
          slot -> {
            groups.union(position, positions[slot]);
            return true;
          });
      positions[earlier.add(values.get(i))] = i;
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
