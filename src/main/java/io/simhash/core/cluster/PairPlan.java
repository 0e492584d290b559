package io.simhash.core.cluster;

import io.simhash.core.base.Ranges;
import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How all pairs within a maximum distance are found: by comparing all with all, or block by block,
 * the blocks with the fewest pairs of equal values first as the wide ones of {@link ProbePlan}.
 */
final class PairPlan {

  /**
   * Costs in comparisons of a long run, about 0.05 ns each: one comparison in a bucket, one pair of
   * buckets, and sorting a fingerprint by a block. {@code FingerprintPairsBenchmark} measures both
   * ways.
   */
  private static final double COST_IN_BUCKET = 6;

  private static final double COST_OF_BUCKETS = 400;
  private static final double COST_TO_SORT = 300;

  private final ProbePlan probes;

  /** The blocks in the order of the steps; empty where all are compared with all. */
  private final List<Integer> blocks;

  private PairPlan(int maxDistance, List<Integer> blocks) {
    this.probes = new ProbePlan(maxDistance);
    this.blocks = blocks;
  }

  /** The plan that compares all with all. */
  static PairPlan all(int maxDistance) {
    return new PairPlan(maxDistance, List.of());
  }

  /** The plan that goes block by block. */
  static PairPlan blocks(long[] fingerprints, int maxDistance) {
    return new PairPlan(maxDistance, order(pairsOfBlocks(fingerprints)));
  }

  /** The plan that goes block by block for pairs between two lists. */
  static PairPlan blocks(long[] first, long[] second, int maxDistance) {
    return new PairPlan(maxDistance, order(pairsOfBlocks(first, second)));
  }

  /** The plan that is expected to take less time. */
  static PairPlan cheapest(long[] fingerprints, int maxDistance) {
    double[] pairs = pairsOfBlocks(fingerprints);
    double all = fingerprints.length * (fingerprints.length - 1.0) / 2;
    // A bucket is compared with half of those around it: the other half is compared with it.
    double buckets = Math.min(fingerprints.length, Blocks.VALUES) / 2.0;
    return cheapest(maxDistance, pairs, fingerprints.length, buckets, all);
  }

  /** The plan that is expected to take less time for pairs between two lists. */
  static PairPlan cheapest(long[] first, long[] second, int maxDistance) {
    double[] pairs = pairsOfBlocks(first, second);
    double all = (double) first.length * second.length;
    // Each fingerprint of the shorter list looks up its own buckets.
    double lookups = Math.min(first.length, second.length);
    return cheapest(maxDistance, pairs, (double) first.length + second.length, lookups, all);
  }

  private static PairPlan cheapest(
      int maxDistance, double[] pairs, double fingerprints, double buckets, double all) {
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    PairPlan blocks = new PairPlan(maxDistance, order(pairs));
    return blocks.cost(fingerprints, buckets, pairs) < all ? blocks : all(maxDistance);
  }

  /** For each block the number of pairs with equal values. */
  private static double[] pairsOfBlocks(long[] fingerprints) {
    double[] pairs = new double[Blocks.COUNT];
    for (int block = 0; block < Blocks.COUNT; block++) {
      for (int count : BlockPartition.counts(fingerprints, block)) {
        pairs[block] += count * (count - 1.0) / 2;
      }
    }
    return pairs;
  }

  /** The same for pairs between two lists. */
  private static double[] pairsOfBlocks(long[] first, long[] second) {
    double[] pairs = new double[Blocks.COUNT];
    for (int block = 0; block < Blocks.COUNT; block++) {
      int[] counts = BlockPartition.counts(first, block);
      int[] others = BlockPartition.counts(second, block);
      for (int value = 0; value < Blocks.VALUES; value++) {
        pairs[block] += (double) counts[value] * others[value];
      }
    }
    return pairs;
  }

  private static List<Integer> order(double[] pairs) {
    return IntStream.range(0, Blocks.COUNT)
        .boxed()
        .sorted(Comparator.comparingDouble(block -> pairs[block]))
        .toList();
  }

  private double cost(double fingerprints, double buckets, double[] pairs) {
    double cost = 0;
    for (int step = 0; step < Blocks.COUNT; step++) {
      if (bits(step) >= 0) {
        double ball = ProbePlan.ball(bits(step));
        cost +=
            COST_TO_SORT * fingerprints
                + COST_OF_BUCKETS * buckets * ball
                + COST_IN_BUCKET * pairs[block(step)] * ball;
      }
    }
    return cost;
  }

  int maxDistance() {
    return probes.maxDistance();
  }

  boolean comparesAll() {
    return blocks.isEmpty();
  }

  /** The block of a step. */
  int block(int step) {
    return blocks.get(step);
  }

  /** The number of bits by which values of the step's block differ at most; -1 for no step. */
  int bits(int step) {
    return step < probes.wideBlocks() ? probes.wideBits() : probes.narrowBits();
  }

  /**
   * The bit patterns by which compared block values differ: a value v of the step's block is
   * compared with the value {@code v ^ mask} for each mask.
   */
  int[] masks(int step) {
    return ProbePlan.values(0, 0, bits(step));
  }

  /**
   * Whether an earlier step finds a pair.
   *
   * @param difference the exclusive or of the two fingerprints
   */
  boolean isFoundBefore(int step, long difference) {
    for (int earlier = 0; earlier < step; earlier++) {
      if (Integer.bitCount(Blocks.value(difference, block(earlier))) <= bits(earlier)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Fingerprints sorted by the value of one block, 12 bytes each: those with one value, its bucket,
   * are beside each other.
   */
  static final class BlockPartition {

    private final long[] fingerprints;
    private final Buckets buckets;

    private BlockPartition(long[] fingerprints, Buckets buckets) {
      this.fingerprints = fingerprints;
      this.buckets = buckets;
    }

    /** Sorts by one of {@link Blocks}. */
    static BlockPartition of(long[] fingerprints, int block) {
      char[] values = new char[fingerprints.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = (char) Blocks.value(fingerprints[i], block);
      }
      Buckets buckets = Buckets.of(values);
      long[] sorted = new long[fingerprints.length];
      Arrays.setAll(sorted, place -> fingerprints[buckets.element(place)]);
      return new BlockPartition(sorted, buckets);
    }

    /** The number of fingerprints with each value of a block. */
    static int[] counts(long[] fingerprints, int block) {
      int[] counts = new int[Blocks.VALUES];
      for (long fingerprint : fingerprints) {
        counts[Blocks.value(fingerprint, block)]++;
      }
      return counts;
    }

    /** The fingerprints in the new order; not a copy. */
    long[] fingerprints() {
      return fingerprints;
    }

    /** The place of a fingerprint of the new order in the old one. */
    int index(int sorted) {
      return buckets.element(sorted);
    }

    /** The first place of a bucket in the new order; for 65,536 the number of fingerprints. */
    int start(int value) {
      return buckets.start(value);
    }
  }
}
