package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;

/**
 * All pairs of a fingerprint of one list and a fingerprint of another list within a maximum Hamming
 * distance, each once: exactly those that comparing all with all finds.
 *
 * <p>The same two ways as of {@link FingerprintPairs}, of which the cheaper one is taken: comparing
 * all with all, one comparison for each pair; or block by block, where the buckets of the shorter
 * list are compared with the buckets of the longer list around them. So a short list costs little
 * more than sorting the longer one by each block.
 */
public final class PairsBetween {

  private final long[] shorter;
  private final long[] longer;
  private final boolean swapped;
  private final PairPlan plan;
  private final Comparisons comparisons;

  /**
   * @param first not changed and not copied
   * @param second not changed and not copied
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  public PairsBetween(long[] first, long[] second, int maxDistance, Runnable cancellation) {
    this(first, second, PairPlan.cheapest(first, second, maxDistance), cancellation);
  }

  PairsBetween(long[] first, long[] second, PairPlan plan, Runnable cancellation) {
    this.swapped = first.length > second.length;
    this.shorter = swapped ? second : first;
    this.longer = swapped ? first : second;
    this.plan = plan;
    this.comparisons = new Comparisons(plan.maxDistance(), cancellation);
  }

  /** Gives every pair within the distance: the index in the first list, then in the second. */
  public void forEach(PairConsumer pairs) {
    PairConsumer found = swapped ? (a, b) -> pairs.accept(b, a) : pairs;
    if (plan.comparesAll()) {
      comparisons.between(shorter, 0, shorter.length, longer, 0, longer.length, found);
      return;
    }
    for (int step = 0; step < Blocks.COUNT; step++) {
      if (plan.bits(step) >= 0) {
        joinBlock(step, found);
      }
    }
  }

  /** The pairs whose values of one block are close, without those that an earlier step gives. */
  private void joinBlock(int step, PairConsumer pairs) {
    BlockPartition few = BlockPartition.of(shorter, plan.block(step));
    BlockPartition many = BlockPartition.of(longer, plan.block(step));
    PairConsumer found =
        (a, b) -> {
          if (plan.isFoundBefore(step, few.fingerprints()[a] ^ many.fingerprints()[b]) == false) {
            pairs.accept(few.index(a), many.index(b));
          }
        };
    int[] masks = plan.masks(step);
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = few.start(value);
      int end = few.start(value + 1);
      if (start == end) {
        continue;
      }
      for (int mask : masks) {
        int from = many.start(value ^ mask);
        int to = many.start((value ^ mask) + 1);
        comparisons.between(few.fingerprints(), start, end, many.fingerprints(), from, to, found);
      }
    }
  }
}
