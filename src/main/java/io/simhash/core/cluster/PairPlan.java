package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How all pairs of two lists within a maximum distance are found: by comparing all with all, or
 * block by block, the blocks with the fewest pairs of equal values first as the wide ones of {@link
 * ProbePlan}.
 *
 * @param blocks the blocks in the order of the steps; empty where all are compared with all
 */
record PairPlan(ProbePlan probes, List<Integer> blocks) {

  /**
   * Costs in comparisons of a long run, about 0.05 ns each: one comparison in a bucket, one pair of
   * buckets, and sorting a fingerprint by a block. {@code FingerprintPairsBenchmark} measures both
   * ways.
   */
  private static final double COST_IN_BUCKET = 6;

  private static final double COST_OF_BUCKETS = 400;
  private static final double COST_TO_SORT = 300;

  /** The plan that compares all with all. */
  static PairPlan all(int maxDistance) {
    return new PairPlan(new ProbePlan(maxDistance), List.of());
  }

  /** The plan that goes block by block. */
  static PairPlan blocks(long[] first, long[] second, int maxDistance) {
    return blocks(pairsOfBlocks(first, second), maxDistance);
  }

  private static PairPlan blocks(double[] pairs, int maxDistance) {
    return new PairPlan(
        new ProbePlan(maxDistance),
        IntStream.range(0, Blocks.COUNT)
            .boxed()
            .sorted(Comparator.comparingDouble(block -> pairs[block]))
            .toList());
  }

  /** The plan that is expected to take less time. */
  static PairPlan cheapest(long[] first, long[] second, int maxDistance) {
    double[] pairs = pairsOfBlocks(first, second);
    PairPlan blocks = blocks(pairs, maxDistance);
    double sorted = (double) first.length + second.length;
    double buckets = Math.min(Math.min(first.length, second.length), Blocks.VALUES);
    double all = (double) first.length * second.length;
    return blocks.cost(sorted, buckets, pairs) < all ? blocks : all(maxDistance);
  }

  /** For each block the number of pairs with equal values. */
  private static double[] pairsOfBlocks(long[] first, long[] second) {
    double[] pairs = new double[Blocks.COUNT];
    for (int block = 0; block < Blocks.COUNT; block++) {
      int[] counts = new int[Blocks.VALUES];
      for (long fingerprint : first) {
        counts[Blocks.value(fingerprint, block)]++;
      }
      for (long fingerprint : second) {
        pairs[block] += counts[Blocks.value(fingerprint, block)];
      }
    }
    return pairs;
  }

  private double cost(double sorted, double buckets, double[] pairs) {
    double cost = 0;
    for (int step = 0; step < Blocks.COUNT; step++) {
      if (bits(step) >= 0) {
        double ball = ProbePlan.ball(bits(step));
        cost +=
            COST_TO_SORT * sorted
                + COST_OF_BUCKETS * buckets * ball
                + COST_IN_BUCKET * pairs[blocks.get(step)] * ball;
      }
    }
    return cost;
  }

  /** The number of bits by which values of the step's block differ at most; -1 for no step. */
  int bits(int step) {
    return step < probes.wideBlocks() ? probes.wideBits() : probes.narrowBits();
  }

  /**
   * Whether an earlier step finds a pair.
   *
   * @param difference the exclusive or of the two fingerprints
   */
  boolean isFoundBefore(int step, long difference) {
    for (int earlier = 0; earlier < step; earlier++) {
      if (Integer.bitCount(Blocks.value(difference, blocks.get(earlier))) <= bits(earlier)) {
        return true;
      }
    }
    return false;
  }
}
