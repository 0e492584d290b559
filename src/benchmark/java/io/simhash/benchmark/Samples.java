package io.simhash.benchmark;

import java.util.Arrays;
import java.util.Random;

/**
 * The latencies of one row, in nanoseconds, with the round that each was measured in. A latency is
 * that of a request divided by its queries.
 */
final class Samples {

  private static final int DRAWS = 1000;

  private long[] nanos = new long[256];
  private int[] rounds = new int[256];
  private int size;

  void add(int round, long latency) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
      rounds = Arrays.copyOf(rounds, 2 * size);
    }
    nanos[size] = latency;
    rounds[size++] = round;
  }

  int size() {
    return size;
  }

  /** The samples in ascending order. */
  Sorted sorted() {
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(nanos[a], nanos[b]));
    return new Sorted(
        Arrays.stream(order).mapToLong(i -> nanos[i]).toArray(),
        Arrays.stream(order).mapToInt(i -> rounds[i]).toArray());
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
      return percentile(50);
    }

    /** The least sample that so many per cent do not exceed; not a number without samples. */
    double percentile(int percent) {
      int rank = Math.ceilDiv(percent * values.length, 100);
      return values.length == 0 ? Double.NaN : values[Math.max(0, rank - 1)];
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

  /**
   * The ratio of two medians with its 95 % confidence interval, by bootstrap of the rounds: rounds
   * are drawn with replacement, the same for both rows, so that a slow time of the machine, which
   * hits both rows of a round, does not widen the interval.
   *
   * @param value the ratio of the medians of all samples
   * @param low the 2.5 percentile of the ratios of the draws
   * @param high their 97.5 percentile
   * @see <a href="https://doi.org/10.1214/aos/1176344552">Efron: Bootstrap methods, 1979</a>
   */
  record Ratio(double value, double low, double high) {

    private static double at(double[] sorted, double share) {
      return sorted.length == 0
          ? Double.NaN
          : sorted[(int) Math.round(share * (sorted.length - 1))];
    }
  }

  /**
   * These samples divided by others.
   *
   * @param rounds the number of rounds in which both were measured
   */
  Ratio dividedBy(Samples others, int rounds, long seed) {
    Sorted above = sorted();
    Sorted below = others.sorted();
    Random random = new Random(seed);
    double[] ratios = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] weights = new int[rounds];
      for (int i = 0; i < rounds; i++) {
        weights[random.nextInt(rounds)]++;
      }
      ratios[draw] = above.median(weights) / below.median(weights);
    }
    double[] known = Arrays.stream(ratios).filter(Double::isFinite).sorted().toArray();
    return new Ratio(above.median() / below.median(), Ratio.at(known, .025), Ratio.at(known, .975));
  }
}
