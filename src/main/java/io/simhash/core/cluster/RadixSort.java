package io.simhash.core.cluster;

/**
 * Sorts 64-bit keys as unsigned numbers, each with an {@code int} beside it, byte by byte from the
 * least significant. Stable; bytes that all keys share are skipped. Takes 12 bytes a key for copies
 * while it runs.
 */
final class RadixSort {

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
