package io.simhash.core.cluster;

import java.util.Arrays;

/**
 * The pairs of a bucket whose two elements are in different sets. A bucket whose elements are all
 * in one set takes linear time; others take as many steps as they have pairs of different sets.
 *
 * <p>The consumer may join sets meanwhile, which saves later pairs: the sets are read again after
 * 1, 2, 4, … elements have been paired with all others.
 */
public final class BucketPairs {

  private BucketPairs() {}

  /**
   * Gives every pair of elements that are in different sets, each pair once. Pairs whose sets have
   * been joined since the sets were last read are given too.
   *
   * @param elements each once
   * @param check called once for each element; ends the work by throwing
   */
  public static void forEach(int[] elements, UnionFind sets, Runnable check, PairConsumer pairs) {
    int[] left = elements;
    for (int count = 1; left.length > 1; count *= 2) {
      long[] sorted = sortedByRoot(left, sets);
      if (root(sorted[0]) == root(sorted[sorted.length - 1])) {
        return;
      }
      int paired = Math.min(count, sorted.length - 1);
      pair(sorted, paired, check, pairs);
      left = Arrays.stream(sorted, paired, sorted.length).mapToInt(e -> (int) e).toArray();
    }
  }

  /** Pairs the first elements with those behind them that had a different root. */
  private static void pair(long[] sorted, int count, Runnable check, PairConsumer pairs) {
    int next = 0;
    for (int i = 0; i < count; i++) {
      check.run();
      while (next < sorted.length && root(sorted[next]) == root(sorted[i])) {
        next++;
      }
      for (int j = next; j < sorted.length; j++) {
        pairs.accept((int) sorted[i], (int) sorted[j]);
      }
    }
  }

  /** Each root in the upper half, each element in the lower half. */
  private static long[] sortedByRoot(int[] elements, UnionFind sets) {
    long[] sorted = new long[elements.length];
    for (int i = 0; i < elements.length; i++) {
      sorted[i] = (long) sets.find(elements[i]) << Integer.SIZE | elements[i];
    }
    Arrays.sort(sorted);
    return sorted;
  }

  private static int root(long sorted) {
    return (int) (sorted >>> Integer.SIZE);
  }
}
