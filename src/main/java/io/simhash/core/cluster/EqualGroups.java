package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Elements 0 to n - 1 grouped by equal keys, for instance documents by equal fingerprints. Keys are
 * ordered as unsigned numbers; members are in ascending order. 8 bytes an element and 8 a group.
 */
public final class EqualGroups {

  private final long[] keys;
  private final int[] members;
  private final int[] starts;

  private EqualGroups(long[] keys, int[] members, int[] starts) {
    this.keys = keys;
    this.members = members;
    this.starts = starts;
  }

  /**
   * Groups elements, in ascending order of their numbers, then of keys, then of second keys.
   *
   * @param second empty if elements have none
   * @param same at least 0; empty if elements have none
   */
  public static EqualGroups of(long[] keys, long[] second, int[] same) {
    int[] members = IntStream.range(0, keys.length).toArray();
    boolean hasSecond = second.length > 0;
    boolean hasSame = same.length > 0;
    members = hasSecond ? sorted(members, i -> second[i], Long.SIZE) : members;
    members = sorted(members, i -> keys[i], Long.SIZE);
    members = hasSame ? sorted(members, i -> same[i], Integer.SIZE) : members;
    long[] firsts = new long[keys.length];
    int[] starts = new int[keys.length + 1];
    int groups = 0;
    for (int i = 0; i < members.length; i++) {
      int before = members[Math.max(0, i - 1)];
      if (i == 0
          || keys[members[i]] != keys[before]
          || hasSecond && second[members[i]] != second[before]
          || hasSame && same[members[i]] != same[before]) {
        firsts[groups] = keys[members[i]];
        starts[groups++] = i;
      }
    }
    starts[groups] = members.length;
    return new EqualGroups(
        Arrays.copyOf(firsts, groups), members, Arrays.copyOf(starts, groups + 1));
  }

  /** These groups, each cut into the elements with equal further keys; in order of these. */
  public EqualGroups cut(long[] further) {
    long[] groupOf = new long[members.length];
    for (int group = 0; group < groups(); group++) {
      for (int place = starts[group]; place < starts[group + 1]; place++) {
        groupOf[members[place]] = group;
      }
    }
    EqualGroups parts = of(groupOf, further, new int[0]);
    Arrays.setAll(parts.keys, part -> keys[(int) parts.keys[part]]);
    return parts;
  }

  public int groups() {
    return keys.length;
  }

  /** The first keys of the groups, in their order; not a copy. */
  public long[] keys() {
    return keys;
  }

  /** The number of members of a group, at least 1. */
  public int size(int group) {
    return starts[group + 1] - starts[group];
  }

  /** The members of a group, ascending. */
  public int[] members(int group) {
    return Arrays.copyOfRange(members, starts[group], starts[group + 1]);
  }

  /** The least member of a group. */
  public int first(int group) {
    return members[starts[group]];
  }

  /** Sorts elements by their keys as unsigned numbers, 16 bits at a time; stable. */
  private static int[] sorted(int[] elements, IntToLongFunction keys, int bits) {
    int[] sorted = elements;
    for (int shift = 0; shift < bits; shift += Character.SIZE) {
      int[] before = sorted;
      char[] parts = new char[before.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = (char) (keys.applyAsLong(before[i]) >>> shift);
      }
      Buckets buckets = Buckets.of(parts);
      sorted = new int[before.length];
      Arrays.setAll(sorted, place -> before[buckets.element(place)]);
    }
    return sorted;
  }
}
