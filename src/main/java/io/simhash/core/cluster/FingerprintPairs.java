package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;

/**
 * All pairs of fingerprints within a maximum Hamming distance, each once: exactly those that
 * comparing all with all finds.
 *
 * <p>Two ways, of which the cheaper one is taken, see {@link PairPlan}: comparing all with all,
 * {@code n (n - 1) / 2} comparisons of many at a time; or, as a search does, only fingerprints with
 * block values that differ by few bits, see {@link io.simhash.core.block.ProbePlan}. In the second
 * way the fingerprints are sorted by one block at a time, and buckets are compared with buckets.
 *
 * <p>Equal fingerprints cost a comparison for each pair too: group them first, see {@link
 * EqualGroups}.
 */
public final class FingerprintPairs {

  private final long[] fingerprints;
  private final PairPlan plan;
  private final Comparisons comparisons;

  /**
   * @param fingerprints not changed and not copied
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  public FingerprintPairs(long[] fingerprints, int maxDistance, Runnable cancellation) {
    this(fingerprints, PairPlan.cheapest(fingerprints, maxDistance), cancellation);
  }

  FingerprintPairs(long[] fingerprints, PairPlan plan, Runnable cancellation) {
    this.fingerprints = fingerprints;
    this.plan = plan;
    this.comparisons = new Comparisons(plan.maxDistance(), cancellation);
  }

  /** Gives every pair of indices of fingerprints within the distance. */
  public void forEach(PairConsumer pairs) {
    if (plan.comparesAll()) {
      comparisons.within(fingerprints, 0, fingerprints.length, pairs);
      return;
    }
    for (int step = 0; step < Blocks.COUNT; step++) {
      if (plan.bits(step) >= 0) {
        joinBlock(step, pairs);
      }
    }
  }

  /**
   * The pairs whose values of one block are close, but for those that an earlier step has given.
   */
  private void joinBlock(int step, PairConsumer pairs) {
    BlockPartition partition = BlockPartition.of(fingerprints, plan.block(step));
    long[] sorted = partition.fingerprints();
    PairConsumer found =
        (a, b) -> {
          if (plan.isFoundBefore(step, sorted[a] ^ sorted[b]) == false) {
            pairs.accept(partition.index(a), partition.index(b));
          }
        };
    int[] masks = plan.masks(step);
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = partition.start(value);
      int end = partition.start(value + 1);
      if (start == end) {
        continue;
      }
      for (int mask : masks) {
        int other = value ^ mask;
        if (mask == 0) {
          comparisons.within(sorted, start, end, found);
        } else if (other > value) {
          // Each pair of buckets once: the lower value comes first.
          int from = partition.start(other);
          comparisons.between(sorted, start, end, sorted, from, partition.start(other + 1), found);
        }
      }
    }
  }
}
