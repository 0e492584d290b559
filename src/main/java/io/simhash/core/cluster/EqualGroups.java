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

  /**
   * Sorts 64-bit keys as unsigned numbers, each with an {@code int} beside it, byte by byte from
   * the least significant. Stable; bytes that all keys share are skipped. Takes 12 bytes a key for
   * copies while it runs.
   */
  private static final class RadixSort {

    private static final int VALUES = 1 << Byte.SIZE;

    private RadixSort() {}

    /** Sorts both arrays, which have the same length, by the keys. */
    static void sort(long[] keys, int[] values) {
      int[][] counts = counts(keys);
      long[] fromKeys = keys;
      int[] fromValues = values;
      long[] toKeys = new long[keys.length];
      int[] toValues = new int[keys.length];
      for (int digit = 0; digit < Long.BYTES; digit++) {
        if (hasOneValue(counts[digit], keys.length)) {
          continue;
        }
        int[] next = starts(counts[digit]);
        for (int i = 0; i < fromKeys.length; i++) {
          int to = next[digit(fromKeys[i], digit)]++;
          toKeys[to] = fromKeys[i];
          toValues[to] = fromValues[i];
        }
        long[] sortedKeys = toKeys;
        int[] sortedValues = toValues;
        toKeys = fromKeys;
        toValues = fromValues;
        fromKeys = sortedKeys;
        fromValues = sortedValues;
      }
      if (fromKeys != keys) {
        System.arraycopy(fromKeys, 0, keys, 0, keys.length);
        System.arraycopy(fromValues, 0, values, 0, values.length);
      }
    }

    private static int[][] counts(long[] keys) {
      int[][] counts = new int[Long.BYTES][VALUES];
      for (long key : keys) {
        for (int digit = 0; digit < Long.BYTES; digit++) {
          counts[digit][digit(key, digit)]++;
        }
      }
      return counts;
    }

    private static boolean hasOneValue(int[] counts, int keys) {
      for (int count : counts) {
        if (count != 0) {
          return count == keys;
        }
      }
      return true;
    }

    private static int[] starts(int[] counts) {
      int[] starts = new int[counts.length];
      for (int i = 1; i < counts.length; i++) {
        starts[i] = starts[i - 1] + counts[i - 1];
      }
      return starts;
    }

    private static int digit(long key, int digit) {
      return (int) (key >>> digit * Byte.SIZE) & VALUES - 1;
    }
  }
}
