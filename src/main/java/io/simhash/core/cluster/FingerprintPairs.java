package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.near.FingerprintRun;

/**
 * All pairs of fingerprints within a maximum Hamming distance, each once. Equal fingerprints cost a
 * comparison for each pair too: group them first, see {@link EqualGroups}.
 *
 * <p>The cheaper of two ways is taken: comparing all with all, many at a time; or sorting them by
 * one block at a time, and comparing only buckets whose values differ by few bits, as a search does
 * ({@link ProbePlan}).
 */
public final class FingerprintPairs {

  /** Comparisons between two calls of {@code check}: some milliseconds. */
  private static final long COMPARISONS_PER_CHECK = 10_000_000;

  /**
   * Costs in comparisons of a long run: one comparison in a bucket, one pair of buckets, and
   * sorting a fingerprint by a block. {@code FingerprintPairsBenchmark} measures the cheaper way.
   */
  private static final double COST_IN_BUCKET = 6;

  private static final double COST_OF_BUCKETS = 400;
  private static final double COST_TO_SORT = 300;

  private final long[] fingerprints;
  private final ProbePlan probes;
  private final boolean byBlocks;
  private final Runnable check;
  private final FingerprintRun run = new FingerprintRun();
  private long unchecked;

  /** Takes a pair; which of the two comes first has no meaning. */
  @FunctionalInterface
  public interface PairConsumer {
    void accept(int a, int b);
  }

  /**
   * @param fingerprints not changed and not copied
   * @param maxDistance 0 to 64
   */
  public FingerprintPairs(long[] fingerprints, int maxDistance, Runnable check) {
    this(fingerprints, maxDistance, byBlocks(fingerprints, maxDistance), check);
  }

  FingerprintPairs(long[] fingerprints, int maxDistance, boolean byBlocks, Runnable check) {
    this.fingerprints = fingerprints;
    this.probes = new ProbePlan(maxDistance);
    this.byBlocks = byBlocks;
    this.check = check;
  }

  /** Whether going block by block is expected to take less time than comparing with all. */
  static boolean byBlocks(long[] fingerprints, int maxDistance) {
    ProbePlan probes = new ProbePlan(maxDistance);
    double count = fingerprints.length;
    if (count < 2 * COST_TO_SORT) {
      return false; // Sorting them by one block takes longer than comparing all.
    }
    double buckets = Math.min(count, Blocks.VALUES) / 2;
    double cost = 0;
    for (int block = 0; block < Blocks.COUNT; block++) {
      int bits = bits(probes, block);
      if (bits >= 0) {
        cost +=
            COST_TO_SORT * count
                + (COST_OF_BUCKETS * buckets + COST_IN_BUCKET * pairs(fingerprints, block))
                    * ProbePlan.ball(Blocks.BITS, bits);
      }
    }
    return cost < count * count / 2;
  }

  /** The number of pairs with equal values of a block. */
  private static double pairs(long[] fingerprints, int block) {
    int[] counts = new int[Blocks.VALUES];
    double pairs = 0;
    for (long fingerprint : fingerprints) {
      pairs += counts[Blocks.value(fingerprint, block)]++;
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
      within(fingerprints, 0, fingerprints.length, pairs);
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
    // The values of a block within some bits of 0: two values of a pair may differ by one of these.
    int[] masks = ProbePlan.values(Blocks.BITS, 0, 0, bits(probes, block));
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = buckets.start(value);
      int end = buckets.start(value + 1);
      for (int i = 0; start < end && i < masks.length; i++) {
        int other = value ^ masks[i];
        if (other == value) {
          within(sorted, start, end, found);
        } else if (other > value) {
          between(sorted, start, end, buckets.start(other), buckets.start(other + 1), found);
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

  /** The near pairs of the fingerprints from an index to another. */
  private void within(long[] all, int from, int end, PairConsumer pairs) {
    for (int start = from; start < end; start += FingerprintRun.SIZE) {
      int next = Math.min(start + FingerprintRun.SIZE, end);
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
      check.run();
    }
  }
}
