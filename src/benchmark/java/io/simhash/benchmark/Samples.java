package io.simhash.benchmark;

import java.util.Arrays;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one row, in nanoseconds, with the round that each was measured in. A latency is
 * that of a request divided by its queries. Not thread-safe.
 */
final class Samples {

  private static final long MAX = 3_600_000_000_000L;

  private final Histogram histogram = new ConcurrentHistogram(MAX, 3);
  private long[] nanos = new long[256];
  private int[] rounds = new int[256];
  private int size;
  private long busy;
  private long queries;

  void add(int round, long latency) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
      rounds = Arrays.copyOf(rounds, 2 * size);
    }
    nanos[size] = latency;
    rounds[size++] = round;
    histogram.recordValue(Math.min(latency, MAX));
  }

  /** A turn in which so many queries were answered. */
  void addTurn(long duration, long answered) {
    busy += duration;
    queries += answered;
  }

  int size() {
    return size;
  }

  double percentileMicros(double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }

  double medianMicros() {
    return sorted().median() / 1e3;
  }

  /** Queries in a second, by all clients together. */
  double perSecond() {
    return busy == 0 ? 0 : queries * 1e9 / busy;
  }

  /** The samples in ascending order. */
  Sorted sorted() {
    long[] order = new long[size];
    Integer[] positions = new Integer[size];
    Arrays.setAll(positions, i -> i);
    Arrays.sort(positions, (a, b) -> Long.compare(nanos[a], nanos[b]));
    int[] of = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = nanos[positions[i]];
      of[i] = rounds[positions[i]];
    }
    return new Sorted(order, of);
  }

  /**
   * Samples in ascending order with their rounds.
   *
   * @param values the samples
   * @param rounds the round of each
   */
  record Sorted(long[] values, int[] rounds) {

    /** The lower median. */
    double median() {
      return values.length == 0 ? Double.NaN : values[(values.length - 1) / 2];
    }

    /** The lower median where the samples of round i count {@code weights[i]} times. */
    double median(int[] weights) {
      long all = 0;
      for (int round : rounds) {
        all += weights[round];
      }
      long seen = 0;
      for (int i = 0; i < values.length; i++) {
        seen += weights[rounds[i]];
        if (2 * seen >= all && all > 0) {
          return values[i];
        }
      }
      return Double.NaN;
    }
  }
}
