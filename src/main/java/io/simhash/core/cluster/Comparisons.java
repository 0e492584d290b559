package io.simhash.core.cluster;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.Fingerprint;

/**
 * Comparisons of fingerprints with runs of others, for a maximum Hamming distance. Four
 * fingerprints at a time are compared with a run. Only if the least of all these distances is small
 * enough, which is rare, pairs are looked for one by one: the least one is computed without a
 * branch, and the compiler turns that into comparisons of many at a time.
 */
final class Comparisons {

  /** Comparisons between two calls of the cancellation: some milliseconds. */
  private static final long COMPARISONS_PER_CHECK = 10_000_000;

  /** The fingerprints that are compared with a run at a time. */
  private static final int ROWS = 4;

  /**
   * The length up to which runs are compared one by one. The compiler never sees short runs in the
   * other loops, which it would then compile for them.
   */
  private static final int SHORT = 16;

  /** The longest run, 16 KB: it stays in the fastest cache, and few runs have a near pair. */
  private static final int BLOCK = 2_048;

  private final int maxDistance;
  private final Runnable cancellation;
  private long unchecked;

  /**
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  Comparisons(int maxDistance, Runnable cancellation) {
    this.maxDistance = Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    this.cancellation = cancellation;
  }

  /** Gives the near pairs of the fingerprints from an index to another. */
  void within(long[] all, int from, int to, PairConsumer pairs) {
    for (int start = from; start < to; start += BLOCK) {
      int end = Math.min(start + BLOCK, to);
      for (int row = start; row < end; row += ROWS) {
        int rowsEnd = Math.min(row + ROWS, end);
        for (int one = row; one < rowsEnd; one++) {
          pairs(all, one, all, one + 1, rowsEnd, pairs);
        }
        block(all, row, rowsEnd, all, rowsEnd, end, pairs);
      }
      between(all, start, end, all, end, to, pairs);
    }
  }

  /**
   * Gives the near pairs of the fingerprints from {@code row} to {@code end} of one array, and
   * those from {@code from} to {@code to} of another.
   */
  void between(long[] rows, int row, int end, long[] all, int from, int to, PairConsumer pairs) {
    check(0);
    for (int start = from; start < to; start += BLOCK) {
      block(rows, row, end, all, start, Math.min(start + BLOCK, to), pairs);
    }
  }

  private void block(
      long[] rows, int row, int end, long[] all, int from, int to, PairConsumer pairs) {
    int one = row;
    if (to - from < SHORT) {
      check((long) (end - row) * (to - from));
      for (; one < end; one++) {
        pairs(rows, one, all, from, to, pairs);
      }
    }
    for (; one + ROWS <= end; one += ROWS) {
      check((long) ROWS * (to - from));
      if (least(rows, one, all, from, to) <= maxDistance) {
        for (int i = one; i < one + ROWS; i++) {
          pairs(rows, i, all, from, to, pairs);
        }
      }
    }
    for (; one < end; one++) {
      check(to - from);
      if (least(rows[one], all, from, to) <= maxDistance) {
        pairs(rows, one, all, from, to, pairs);
      }
    }
  }

  /** Looking up a run takes time also if it is empty. */
  private void check(long comparisons) {
    unchecked += 1 + comparisons;
    if (unchecked >= COMPARISONS_PER_CHECK) {
      unchecked = 0;
      cancellation.run();
    }
  }

  private void pairs(long[] rows, int one, long[] all, int from, int to, PairConsumer pairs) {
    for (int i = from; i < to; i++) {
      if (Fingerprint.distance(rows[one], all[i]) <= maxDistance) {
        pairs.accept(one, i);
      }
    }
  }

  private static int least(long one, long[] all, int from, int to) {
    int least = Fingerprint.BITS;
    for (int i = from; i < to; i++) {
      least = Math.min(least, Fingerprint.distance(one, all[i]));
    }
    return least;
  }

  private static int least(long[] rows, int row, long[] all, int from, int to) {
    long a = rows[row];
    long b = rows[row + 1];
    long c = rows[row + 2];
    long d = rows[row + 3];
    int least = Fingerprint.BITS;
    for (int i = from; i < to; i++) {
      long one = all[i];
      int first = Math.min(Fingerprint.distance(a, one), Fingerprint.distance(b, one));
      int second = Math.min(Fingerprint.distance(c, one), Fingerprint.distance(d, one));
      least = Math.min(least, Math.min(first, second));
    }
    return least;
  }
}
