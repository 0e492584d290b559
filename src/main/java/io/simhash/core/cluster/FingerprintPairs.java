package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import io.simhash.core.near.FingerprintRun;

/**
 * All pairs of fingerprints within a maximum Hamming distance, each once: of one list, or of a
 * fingerprint of one list and one of another. Exactly those that comparing all with all finds.
 *
 * <p>Two ways, of which the cheaper one is taken: comparing all with all, many at a time; or, as a
 * search does, only fingerprints with block values that differ by few bits, see {@link ProbePlan}.
 * In the second way the fingerprints are sorted by one block at a time, and buckets are compared
 * with buckets: of two lists, those of the shorter one with those of the longer one around them, so
 * that a short list costs little more than sorting the longer one by each block.
 *
 * <p>Equal fingerprints cost a comparison for each pair too: group them first, see {@link
 * EqualGroups}.
 */
public final class FingerprintPairs {

  /** Comparisons between two calls of the cancellation: some milliseconds. */
  private static final long COMPARISONS_PER_CHECK = 10_000_000;

  /**
   * Costs in comparisons of a long run: one comparison in a bucket, one pair of buckets, and
   * sorting a fingerprint by a block. {@code FingerprintPairsBenchmark} measures both ways.
   */
  private static final double COST_IN_BUCKET = 6;

  private static final double COST_OF_BUCKETS = 400;
  private static final double COST_TO_SORT = 300;

  private final long[] shorter;
  private final long[] longer;
  private final boolean isOneList;
  private final boolean swapped;
  private final ProbePlan probes;
  private final boolean byBlocks;
  private final Runnable cancellation;
  private final FingerprintRun run = new FingerprintRun();
  private long unchecked;

  /** Takes pairs of elements one by one. */
  @FunctionalInterface
  public interface PairConsumer {

    /** Takes a pair; of one list, which of the two comes first has no meaning. */
    void accept(int a, int b);
  }

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
    this(first, second, maxDistance, byBlocks(first, second, maxDistance), cancellation);
  }

  FingerprintPairs(
      long[] first, long[] second, int maxDistance, boolean byBlocks, Runnable cancellation) {
    this.swapped = first.length > second.length;
    this.shorter = swapped ? second : first;
    this.longer = swapped ? first : second;
    this.isOneList = first == second;
    this.probes = new ProbePlan(maxDistance);
    this.byBlocks = byBlocks;
    this.cancellation = cancellation;
  }

  /** Whether going block by block is expected to take less time than comparing all with all. */
  static boolean byBlocks(long[] first, long[] second, int maxDistance) {
    ProbePlan probes = new ProbePlan(maxDistance);
    int buckets = Math.min(Math.min(first.length, second.length), Blocks.VALUES);
    double cost = 0;
    for (int block = 0; block < Blocks.COUNT; block++) {
      int bits = bits(probes, block);
      if (bits >= 0) {
        double pairs = pairs(first, second, block);
        cost +=
            COST_TO_SORT * ((double) first.length + second.length)
                + (COST_OF_BUCKETS * buckets + COST_IN_BUCKET * pairs) * ProbePlan.ball(bits);
      }
    }
    return cost < (double) first.length * second.length;
  }

  /** The number of pairs with equal values of a block. */
  private static double pairs(long[] first, long[] second, int block) {
    int[] counts = new int[Blocks.VALUES];
    for (long fingerprint : first) {
      counts[Blocks.value(fingerprint, block)]++;
    }
    double pairs = 0;
    for (long fingerprint : second) {
      pairs += counts[Blocks.value(fingerprint, block)];
    }
    return pairs;
  }

  /** By how many bits values of a block differ at most; -1 where the block is not needed. */
  private static int bits(ProbePlan probes, int block) {
    return block < probes.wideBlocks() ? probes.wideBits() : probes.narrowBits();
  }

  /** Gives every pair of indices; of two lists, the index in the first one first. */
  public void forEach(PairConsumer pairs) {
    PairConsumer found = swapped ? (a, b) -> pairs.accept(b, a) : pairs;
    if (byBlocks) {
      for (int block = 0; block < Blocks.COUNT; block++) {
        if (bits(probes, block) >= 0) {
          joinBlock(block, found);
        }
      }
    } else if (isOneList) {
      within(longer, 0, longer.length, found);
    } else {
      between(shorter, 0, shorter.length, longer, 0, longer.length, found);
    }
  }

  /** The pairs whose values of one block are close, without those that an earlier block gives. */
  private void joinBlock(int block, PairConsumer pairs) {
    Buckets few = Buckets.of(shorter, block);
    Buckets many = isOneList ? few : Buckets.of(longer, block);
    long[] fromFew = few.sorted(shorter);
    long[] fromMany = isOneList ? fromFew : many.sorted(longer);
    PairConsumer found =
        (a, b) -> {
          if (isFoundBefore(block, fromFew[a] ^ fromMany[b]) == false) {
            pairs.accept(few.element(a), many.element(b));
          }
        };
    // The values of a block within some bits of 0: by these, those of a pair may differ.
    int[] masks = ProbePlan.values(0, 0, bits(probes, block));
    for (int value = 0; value < Blocks.VALUES; value++) {
      int start = few.start(value);
      int end = few.start(value + 1);
      if (start == end) {
        continue;
      }
      for (int mask : masks) {
        int other = value ^ mask;
        if (isOneList && mask == 0) {
          within(fromFew, start, end, found);
        } else if (isOneList == false || other > value) {
          // In one list each pair of buckets once: the lower value comes first.
          between(fromFew, start, end, fromMany, many.start(other), many.start(other + 1), found);
        }
      }
    }
  }

  /**
   * Whether an earlier block gives a pair.
   *
   * @param difference the exclusive or of the two fingerprints
   */
  private boolean isFoundBefore(int block, long difference) {
    for (int earlier = 0; earlier < block; earlier++) {
      if (Integer.bitCount(Blocks.value(difference, earlier)) <= bits(probes, earlier)) {
        return true;
      }
    }
    return false;
  }

  /** Gives the near pairs of the fingerprints from an index to another. */
  private void within(long[] all, int from, int to, PairConsumer pairs) {
    for (int start = from; start < to; start += FingerprintRun.SIZE) {
      int end = Math.min(start + FingerprintRun.SIZE, to);
      for (int one = start; one < end; one++) {
        between(all, one, one + 1, all, one + 1, end, pairs);
      }
      between(all, start, end, all, end, to, pairs);
    }
  }

  /**
   * Gives the near pairs of the fingerprints from {@code row} to {@code end} of one array, and
   * those from {@code from} to {@code to} of another.
   */
  private void between(
      long[] rows, int row, int end, long[] all, int from, int to, PairConsumer pairs) {
    check(0);
    for (int start = from; start < to; start += FingerprintRun.SIZE) {
      int count = Math.min(FingerprintRun.SIZE, to - start);
      for (int one = row; one < end; one++) {
        check(count);
        run.compare(rows[one], all, start, count, probes.maxDistance());
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
