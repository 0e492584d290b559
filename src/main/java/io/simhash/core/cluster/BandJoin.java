package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import java.util.Arrays;

/**
 * Finds the elements that have equal values of two bands. They are sorted by one band after the
 * other, and in each of its buckets those with equal values of a later band are a group: linear
 * time in the number of elements, whatever their values are, with 6 bytes each.
 */
final class BandJoin {

  private static final int VALUES = 1 << Character.SIZE;

  /** The elements of a bucket from which on {@code check} is called for each of its bands. */
  private static final int LARGE = 10_000;

  /** The second band of a group whose pairs agree in any later one. */
  static final int ANY = -1;

  /** The elements of a bucket from which on it is looked at whether its groups overlap. */
  private static final int MANY = 100;

  /** The place of a value that elements of different sets have. */
  private static final int MARKED = -1;

  private final BandRows rows;
  private final boolean single;
  private final UnionFind sets;
  private final GroupConsumer groups;

  /**
   * For each value of a band in a bucket, the first place that has it, counted from 1, or {@link
   * #MARKED}; 0 between two bands.
   */
  private final int[] places = new int[VALUES];

  /**
   * Takes elements, ascending, that agree in two bands and are not all in one set; or, where the
   * second band is {@link #ANY}, those of which each pair may agree in another one.
   */
  @FunctionalInterface
  interface GroupConsumer {
    void accept(int[] elements, int first, int second);
  }

  /**
   * @param single whether elements are a group if they agree in one band: {@code first} and {@code
   *     second} are equal then
   * @param sets the elements that have been joined; the consumer may join others
   */
  BandJoin(BandRows rows, boolean single, UnionFind sets, GroupConsumer groups) {
    this.rows = rows;
    this.single = single;
    this.sets = sets;
    this.groups = groups;
  }

  /**
   * Gives the groups whose first band is this.
   *
   * @param check called for each bucket, and each band of a large one; ends the work by throwing
   */
  void join(int first, Runnable check) {
    char[] values = new char[rows.elements()];
    rows.copyBand(first, values);
    Buckets buckets = Buckets.of(values);
    for (int value = 0; value < VALUES; value++) {
      check.run();
      int[] bucket = buckets.bucket(value);
      if (areInOneSet(bucket) == false) {
        join(first, bucket, bucket.length < LARGE ? () -> {} : check);
      }
    }
  }

  private void join(int first, int[] bucket, Runnable check) {
    BandRows ofBucket = rows.of(bucket);
    char[] values = new char[bucket.length];
    if (single == false && bucket.length >= MANY && overlap(first, ofBucket, values)) {
      groups.accept(bucket, first, ANY);
      return;
    }
    for (int second = single ? first : first + 1; second < rows.bands(); second++) {
      check.run();
      ofBucket.copyBand(second, values);
      if (mark(bucket, values)) {
        giveMarked(first, second, bucket, values);
      }
      for (char value : values) {
        places[value] = 0;
      }
      if (single) {
        return;
      }
    }
  }

  private boolean areInOneSet(int[] bucket) {
    for (int element : bucket) {
      if (sets.connected(bucket[0], element) == false) {
        return false;
      }
    }
    return true;
  }

  /** Whether the groups of a bucket have more pairs together than it has itself. */
  private boolean overlap(int first, BandRows ofBucket, char[] values) {
    long pairs = 0;
    for (int second = first + 1; second < rows.bands(); second++) {
      ofBucket.copyBand(second, values);
      for (char value : values) {
        pairs += places[value]++;
      }
      for (char value : values) {
        places[value] = 0;
      }
    }
    return pairs > (long) values.length * (values.length - 1) / 2;
  }

  /** Marks the values that elements of different sets have; returns whether there are some. */
  private boolean mark(int[] bucket, char[] values) {
    boolean marked = false;
    for (int i = 0; i < bucket.length; i++) {
      int earlier = places[values[i]];
      if (earlier == 0) {
        places[values[i]] = i + 1;
      } else if (earlier != MARKED && sets.connected(bucket[i], bucket[earlier - 1]) == false) {
        places[values[i]] = MARKED;
        marked = true;
      }
    }
    return marked;
  }

  private void giveMarked(int first, int second, int[] bucket, char[] values) {
    long[] sorted = new long[bucket.length];
    int size = 0;
    for (int i = 0; i < bucket.length; i++) {
      if (places[values[i]] == MARKED) {
        sorted[size++] = (long) values[i] << Integer.SIZE | bucket[i];
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
