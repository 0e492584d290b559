package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;

/**
 * All pairs of fingerprints within a maximum Hamming distance, each once: of one list, or of a
 * fingerprint of one list and one of another. Exactly those that comparing all with all finds.
 *
 * <p>Two ways, of which the cheaper one is taken, see {@link PairPlan}: comparing all with all,
 * many at a time; or, as a search does, only fingerprints with block values that differ by few
 * bits, see {@link ProbePlan}. In the second way the fingerprints are sorted by one block at a
 * time, and buckets are compared with buckets: of two lists, those of the shorter one with those of
 * the longer one around them, so that a short list costs little more than sorting the longer one by
 * each block.
 *
 * <p>Equal fingerprints cost a comparison for each pair too: group them first, see {@link
 * EqualGroups}.
 */
public final class FingerprintPairs {

  private final long[] shorter;
  private final long[] longer;
  private final boolean isOneList;
  private final boolean swapped;
  private final PairPlan plan;
  private final Comparisons comparisons;

  /**
   * The pairs of one list.
   *
   * @param fingerprints not changed and not copied
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  public FingerprintPairs(long[] fingerprints, int maxDistance, Runnable cancellation) {
    this(fingerprints, fingerprints, maxDistance, cancellation);
  }

  /** The pairs between two lists; those of one list if both are the same array. */
  public FingerprintPairs(long[] first, long[] second, int maxDistance, Runnable cancellation) {
    this(first, second, PairPlan.cheapest(first, second, maxDistance), cancellation);
  }

  FingerprintPairs(long[] first, long[] second, PairPlan plan, Runnable cancellation) {
    this.swapped = first.length > second.length;
    this.shorter = swapped ? second : first;
    this.longer = swapped ? first : second;
    this.isOneList = first == second;
    this.plan = plan;
    this.comparisons = new Comparisons(plan.probes().maxDistance(), cancellation);
  }

  /** Gives every pair of indices; of two lists, the index in the first one first. */
  public void forEach(PairConsumer pairs) {
    PairConsumer found = swapped ? (a, b) -> pairs.accept(b, a) : pairs;
    if (plan.blocks().isEmpty()) {
      if (isOneList) {
        comparisons.within(longer, 0, longer.length, found);
      } else {
        comparisons.between(shorter, 0, shorter.length, longer, 0, longer.length, found);
      }
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
    int block = plan.blocks().get(step);
    Buckets few = Buckets.of(shorter, block);
    Buckets many = isOneList ? few : Buckets.of(longer, block);
    long[] fromFew = few.sorted(shorter);
    long[] fromMany = isOneList ? fromFew : many.sorted(longer);
    PairConsumer found =
        (a, b) -> {
          if (plan.isFoundBefore(step, fromFew[a] ^ fromMany[b]) == false) {
            pairs.accept(few.element(a), many.element(b));
          }
        };
    // The values of a block within some bits of 0: by these, those of a pair may differ.
    int[] masks = ProbePlan.values(0, 0, plan.bits(step));
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = few.start(value);
      int end = few.start(value + 1);
      if (start == end) {
        continue;
      }
      for (int mask : masks) {
        int other = value ^ mask;
        if (isOneList && mask == 0) {
          comparisons.within(fromFew, start, end, found);
        } else if (isOneList == false || other > value) {
          // In one list each pair of buckets once: the lower value comes first.
          comparisons.between(
              fromFew, start, end, fromMany, many.start(other), many.start(other + 1), found);
        }
      }
    }
  }
}
