package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import java.util.Arrays;

/**
 * Finds the elements that have two equal bands. They are sorted by one band after the other, and in
 * each bucket, cut into the elements that are compared with each other, those whose later band is
 * equal too are a group: linear time in the number of elements, with 6 bytes each.
 */
final class BandJoin {

  private static final int KEYS = 1 << Character.SIZE;

  /** The elements of a bucket from which on {@code check} is called for each of its bands too. */
  private static final int LARGE = 10_000;

  /** The second band of a group whose pairs agree in any later one. */
  static final int ANY = -1;

  /** The elements of a bucket from which on it is looked at whether its groups overlap. */
  private static final int MANY = 100;

  /** In place of a place: elements of different sets have the key. */
  private static final int MARKED = -1;

  private final BandRows rows;
  private final boolean single;
  private final int[] same;
  private final UnionFind sets;
  private final GroupConsumer groups;

  /**
   * For each key, a band of elements of a bucket, the first place that has it, counted from 1, or
   * {@link #MARKED}; 0 between two bands.
   */
  private final int[] places = new int[KEYS];

  /**
   * Takes elements, ascending, that have two equal bands and are not all in one set. Where the
   * second band is {@link #ANY}, they have one equal band, and each pair may have any later one.
   */
  @FunctionalInterface
  interface GroupConsumer {
    void accept(int[] elements, int firstBand, int secondBand);
  }

  /**
   * @param single whether elements are a group if they agree in one band, its first and second
   * @param sets the elements that have been joined; the consumer may join others
   */
  BandJoin(BandRows rows, boolean single, int[] same, UnionFind sets, GroupConsumer groups) {
    this.rows = rows;
    this.single = single;
    this.same = same;
    this.sets = sets;
    this.groups = groups;
  }

  /** Gives the groups whose first band is this. */
  void join(int first, Runnable check) {
    char[] keys = new char[rows.elements()];
    rows.copyBand(first, keys);
    Buckets buckets = Buckets.of(keys);
    for (int key = 0; key < KEYS; key++) {
      check.run();
      int[] bucket = buckets.bucket(key);
      for (int from = 0, to; from < bucket.length; from = to) {
        to = end(bucket, from);
        if (areInOneSet(bucket, from, to) == false) {
          check.run();
          int[] compared = Arrays.copyOfRange(bucket, from, to);
          join(first, compared, compared.length < LARGE ? () -> {} : check);
        }
      }
    }
  }

  /** The end of the elements of a bucket that are compared with the one at a place. */
  private int end(int[] bucket, int from) {
    int end = same.length == 0 ? bucket.length : from + 1;
    while (end < bucket.length && same[bucket[end]] == same[bucket[from]]) {
      end++;
    }
    return end;
  }

  private void join(int first, int[] bucket, Runnable check) {
    BandRows ofBucket = rows.of(bucket);
    char[] keys = new char[bucket.length];
    if (single == false && bucket.length >= MANY && overlap(first, ofBucket, keys)) {
      groups.accept(bucket, first, ANY);
      return;
    }
    for (int second = single ? first : first + 1; second < rows.bands(); second++) {
      check.run();
      ofBucket.copyBand(second, keys);
      if (mark(bucket, keys)) {
        giveMarked(first, second, bucket, keys);
      }
      for (char key : keys) {
        places[key] = 0;
      }
      if (single) {
        return;
      }
    }
  }

  private boolean areInOneSet(int[] bucket, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (sets.connected(bucket[from], bucket[i]) == false) {
        return false;
      }
    }
    return true;
  }

  /** Whether the groups of a bucket have more pairs together than it has itself. */
  private boolean overlap(int first, BandRows ofBucket, char[] keys) {
    long pairs = 0;
    for (int second = first + 1; second < rows.bands(); second++) {
      ofBucket.copyBand(second, keys);
      for (char key : keys) {
        pairs += places[key]++;
      }
      for (char key : keys) {
        places[key] = 0;
      }
    }
    return pairs > (long) keys.length * (keys.length - 1) / 2;
  }

  /** Marks the keys that elements of different sets have; returns whether there are some. */
  private boolean mark(int[] bucket, char[] keys) {
    boolean marked = false;
    for (int i = 0; i < bucket.length; i++) {
      int earlier = places[keys[i]];
      if (earlier == 0) {
        places[keys[i]] = i + 1;
      } else if (earlier != MARKED && sets.connected(bucket[i], bucket[earlier - 1]) == false) {
        places[keys[i]] = MARKED;
        marked = true;
      }
    }
    return marked;
  }

  private void giveMarked(int first, int second, int[] bucket, char[] keys) {
    long[] sorted = new long[bucket.length];
    int size = 0;
    for (int i = 0; i < bucket.length; i++) {
      if (places[keys[i]] == MARKED) {
        sorted[size++] = (long) keys[i] << Integer.SIZE | bucket[i];
      }
    }
    Arrays.sort(sorted, 0, size);
    for (int from = 0, to; from < size; from = to) {
      to = from + 1;
      while (to < size && sorted[to] >>> Integer.SIZE == sorted[from] >>> Integer.SIZE) {
        to++;
      }
      int[] group = new int[to - from];
      for (int i = from; i < to; i++) {
        group[i - from] = (int) sorted[i];
      }
      groups.accept(group, first, second);
    }
  }
}
