package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Elements 0 to n - 1 grouped by equal keys, for instance documents by equal fingerprints. Groups
 * are in ascending order of their keys as unsigned numbers; the members of a group are in ascending
 * order. 8 bytes an element and 8 a group.
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

  /** Groups elements by their keys; the array stays as it is. */
  public static EqualGroups of(long[] keys) {
    int[] members = IntStream.range(0, keys.length).toArray();
    return of(keys, members, (a, b) -> true);
  }

  /** Groups elements by two keys, in ascending order of the first, then of the second. */
  public static EqualGroups of(long[] keys, long[] second) {
    int[] members = IntStream.range(0, keys.length).toArray();
    RadixSort.sort(second.clone(), members);
    return of(keys, members, (a, b) -> second[a] == second[b]);
  }

  /** Elements of equal keys stay in the order of {@code members}. */
  private static EqualGroups of(long[] keys, int[] members, Same same) {
    long[] sorted = new long[keys.length];
    Arrays.setAll(sorted, i -> keys[members[i]]);
    RadixSort.sort(sorted, members);
    int[] starts = new int[sorted.length + 1];
    int groups = 0;
    long last = 0;
    for (int i = 0; i < sorted.length; i++) {
      boolean joins = i > 0 && sorted[i] == last && same.test(members[i], members[i - 1]);
      last = sorted[i];
      if (joins == false) {
        sorted[groups] = last;
        starts[groups++] = i;
      }
    }
    starts[groups] = sorted.length;
    return new EqualGroups(
        Arrays.copyOf(sorted, groups), members, Arrays.copyOf(starts, groups + 1));
  }

  /** Whether two elements of equal first keys have equal second ones. */
  private interface Same {
    boolean test(int a, int b);
  }

  /** The number of groups. */
  public int groups() {
    return keys.length;
  }

  /** The first keys of the groups, ascending; not a copy. */
  public long[] keys() {
    return keys;
  }

  /** The number of members of a group, at least 1. */
  public int size(int group) {
    return starts[group + 1] - starts[group];
  }

  /** A member of a group. */
  public int member(int group, int index) {
    return members[starts[group] + index];
  }

  /** The members of a group, ascending. */
  public int[] members(int group) {
    return Arrays.copyOfRange(members, starts[group], starts[group + 1]);
  }

  /** The least member of a group. */
  public int first(int group) {
    return member(group, 0);
  }

  /** The group of each element. */
  public int[] groupOfEach() {
    int[] groupOf = new int[members.length];
    for (int group = 0; group < keys.length; group++) {
      for (int i = starts[group]; i < starts[group + 1]; i++) {
        groupOf[members[i]] = group;
      }
    }
    return groupOf;
  }
}
