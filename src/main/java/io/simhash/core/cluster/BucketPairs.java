package io.simhash.core.cluster;

import java.util.Arrays;

/**
 * The pairs of a bucket whose two elements are in different sets. A bucket whose elements are all
 * in one set takes linear time; others take as many steps as they have pairs of different sets.
 *
 * <p>The consumer may join sets meanwhile, which saves later pairs: the sets are read again after
 * 1, 2, 4, … elements have been paired with all others.
 */
final class BucketPairs {

  private BucketPairs() {}

  /** Takes an element and others of different sets. */
  @FunctionalInterface
  interface RowConsumer {

    /**
     * Takes a row of pairs.
     *
     * @param place that of the element
     * @param others the others, see {@link #place}: those {@code from} an index to the end
     */
    void accept(int place, long[] others, int from);
  }

  /**
   * Gives every pair of elements that are in different sets, each pair once, by their places. Pairs
   * whose sets have been joined since the sets were last read are given too.
   *
   * @param elements each once
   * @param check called once for each element; ends the work by throwing
   */
  static void forEach(int[] elements, UnionFind sets, Runnable check, RowConsumer rows) {
    long[] left = byRoot(elements, sets);
    for (int count = 1; left.length > 1 && root(left[0]) != root(left[left.length - 1]); ) {
      int paired = Math.min(count, left.length - 1);
      pair(left, paired, check, rows);
      left = Arrays.copyOfRange(left, paired, left.length);
      sort(left, elements, sets);
      count *= 2;
    }
  }

  /** Pairs the first elements with those behind them that had a different root. */
  private static void pair(long[] sorted, int count, Runnable check, RowConsumer rows) {
    int next = 0;
    for (int i = 0; i < count; i++) {
      check.run();
      while (next < sorted.length && root(sorted[next]) == root(sorted[i])) {
        next++;
      }
      rows.accept(place(sorted[i]), sorted, next);
    }
  }

  /** The root of each element in the upper half, its place in the lower half; sorted. */
  static long[] byRoot(int[] elements, UnionFind sets) {
    long[] sorted = new long[elements.length];
    Arrays.setAll(sorted, place -> place);
    sort(sorted, elements, sets);
    return sorted;
  }

  private static void sort(long[] places, int[] elements, UnionFind sets) {
    for (int i = 0; i < places.length; i++) {
      int place = place(places[i]);
      places[i] = (long) sets.find(elements[place]) << Integer.SIZE | place;
    }
    Arrays.sort(places);
  }

  static int root(long sorted) {
    return (int) (sorted >>> Integer.SIZE);
  }

  static int place(long sorted) {
    return (int) sorted;
  }
}
