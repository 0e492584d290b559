package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.near.FingerprintRun;

/**
 * The pairs of fingerprints within a maximum Hamming distance of which at least one is among the
 * first so many of a list: all pairs, or those of a few fingerprints with each other and with all
 * others. Each pair once, and exactly those that comparing finds.
 *
 * <p>Two ways, of which the cheaper one is taken: comparing the first ones with all, many at a
 * time; or, as a search does, only fingerprints with block values that differ by few bits, see
 * {@link ProbePlan}. In the second way the fingerprints are sorted by one block at a time, and
 * buckets are compared with buckets.
 *
 * <p>Equal fingerprints cost a comparison for each pair too: group them first, see {@link
 * EqualGroups}.
 */
public final class FingerprintPairs {

  /** Comparisons between two calls of the cancellation: some milliseconds. */
  private static final long COMPARISONS_PER_CHECK = 10_000_000;

  /**
   * Costs in comparisons of a long run: one comparison in a bucket, one pair of buckets, and
   * sorting a fingerprint by a block. {@code FingerprintPairsBenchmark} measures the cheaper way.
   */
  private static final double COST_IN_BUCKET = 6;

  private static final double COST_OF_BUCKETS = 400;
  private static final double COST_TO_SORT = 300;

  private final long[] fingerprints;
  private final int first;
  private final ProbePlan probes;
  private final boolean byBlocks;
  private final Runnable cancellation;
  private final FingerprintRun run = new FingerprintRun();
  private long unchecked;

  /** Takes a pair; which of the two comes first has no meaning. */
  @FunctionalInterface
  public interface PairConsumer {
    void accept(int a, int b);
  }

  /**
   * The pairs of a list.
   *
   * @param fingerprints not changed and not copied
   * @param first at least one of a pair is among the first so many; their number for all pairs
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  public FingerprintPairs(long[] fingerprints, int first, int maxDistance, Runnable cancellation) {
    this(
        fingerprints, first, maxDistance, byBlocks(fingerprints, first, maxDistance), cancellation);
  }

  FingerprintPairs(
      long[] fingerprints, int first, int maxDistance, boolean byBlocks, Runnable cancellation) {
    this.fingerprints = fingerprints;
    this.first = first;
    this.probes = new ProbePlan(maxDistance);
    this.byBlocks = byBlocks;
    this.cancellation = cancellation;
  }

  /** Whether going block by block is expected to take less time than comparing with all. */
  static boolean byBlocks(long[] fingerprints, int first, int maxDistance) {
    ProbePlan probes = new ProbePlan(maxDistance);
    // Each pair of two first ones is compared once.
    double once = 1 - first / (2.0 * Math.max(1, fingerprints.length));
    double buckets = once * Math.min(first, Blocks.VALUES);
    double cost = 0;
    for (int block = 0; block < Blocks.COUNT; block++) {
      int bits = bits(probes, block);
      if (bits >= 0) {
        double pairs = pairs(fingerprints, first, block);
        cost +=
            COST_TO_SORT * fingerprints.length
                + (COST_OF_BUCKETS * buckets + COST_IN_BUCKET * pairs)
                    * ProbePlan.ball(Blocks.BITS, bits);
      }
    }
    return cost < once * first * fingerprints.length;
  }

  /** The number of pairs with equal values of a block. */
  private static double pairs(long[] fingerprints, int first, int block) {
    int[] counts = new int[Blocks.VALUES];
    double pairs = 0;
    for (int i = 0; i < fingerprints.length; i++) {
      int value = Blocks.value(fingerprints[i], block);
      pairs += counts[value];
      counts[value] += i < first ? 1 : 0;
    }
    return pairs;
  }

  /** By how many bits values of a block differ at most; -1 where the block is not needed. */
  private static int bits(ProbePlan probes, int block) {
    return block < probes.wideBlocks() ? probes.wideBits() : probes.narrowBits();
  }

  /** Gives every pair of indices. */
  public void forEach(PairConsumer pairs) {
    if (byBlocks) {
      for (int block = 0; block < Blocks.COUNT; block++) {
        if (bits(probes, block) >= 0) {
          joinBlock(block, pairs);
        }
      }
    } else {
      within(fingerprints, 0, first, fingerprints.length, pairs);
    }
  }

  /** The pairs whose values of one block are close, without those that an earlier block gives. */
  private void joinBlock(int block, PairConsumer pairs) {
    Buckets buckets = Buckets.of(fingerprints, block);
    long[] sorted = buckets.sorted(fingerprints);
    PairConsumer found =
        (a, b) -> {
          if (isFoundBefore(block, sorted[a] ^ sorted[b]) == false) {
            pairs.accept(buckets.element(a), buckets.element(b));
          }
        };
    // In a bucket the first fingerprints come before the others.
    int[] endsOfFirst = new int[Blocks.VALUES];
    for (int value = 0; value < Blocks.VALUES; value++) {
      int end = buckets.start(value);
      while (end < buckets.start(value + 1) && buckets.element(end) < first) {
        end++;
      }
      endsOfFirst[value] = end;
    }
    // The values of a block within some bits of 0: by these, those of a pair may differ.
    int[] masks = ProbePlan.values(Blocks.BITS, 0, 0, bits(probes, block));
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = buckets.start(value);
      int endOfFirst = endsOfFirst[value];
      for (int i = 0; start < endOfFirst && i < masks.length; i++) {
        int other = value ^ masks[i];
        int end = buckets.start(other + 1);
        if (other == value) {
          within(sorted, start, endOfFirst, end, found);
        } else {
          // A pair of first ones once: from the bucket with the lower value.
          int from = other > value ? buckets.start(other) : endsOfFirst[other];
          between(sorted, start, endOfFirst, from, end, found);
        }
      }
    }
  }

  /** Whether an earlier block gives a pair with these different bits. */
  private boolean isFoundBefore(int block, long different) {
    for (int earlier = 0; earlier < block; earlier++) {
      if (Integer.bitCount(Blocks.value(different, earlier)) <= bits(probes, earlier)) {
        return true;
      }
    }
    return false;
  }

  /** The near pairs of the fingerprints from an index to another, and of those up to an end. */
  private void within(long[] all, int from, int to, int end, PairConsumer pairs) {
    for (int start = from; start < to; start += FingerprintRun.SIZE) {
      int next = Math.min(start + FingerprintRun.SIZE, to);
      for (int one = start; one < next; one++) {
        between(all, one, one + 1, one + 1, next, pairs);
      }
      between(all, start, next, next, end, pairs);
    }
  }

  /** The near pairs of the fingerprints of some rows and those {@code from} an index on. */
  private void between(long[] all, int row, int endOfRows, int from, int to, PairConsumer pairs) {
    check(0);
    for (int start = from; start < to; start += FingerprintRun.SIZE) {
      int count = Math.min(FingerprintRun.SIZE, to - start);
      for (int one = row; one < endOfRows; one++) {
        check(count);
        run.compare(all[one], all, start, count, probes.maxDistance());
        for (int i = 0; i < run.size(); i++) {
          pairs.accept(one, start + run.position(i));
        }
      }
    }
  }

  /** Looking up a run takes time also if it is empty. */
  private void check(int comparisons) {
    unchecked += 1 + comparisons;
    if (unchecked >= COMPARISONS_PER_CHECK) {
      unchecked = 0;
      cancellation.run();
    }
  }
}
