package io.simhash.core.stats;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import java.util.Arrays;
import java.util.List;

/**
 * The expected number of candidates of a query for a fingerprint that is drawn from those of the
 * documents: the documents of all buckets that its {@link ProbePlan} probes.
 *
 * <p>For one block, let c(v) be the documents with the value v. A document drawn at random has, in
 * the buckets within r bits of its own, Σ c(v)·c(v ^ d) / Σ c(v) documents on average, summed over
 * all v and all d of at most r bits. The sums over v for every d are the autocorrelation of c under
 * exclusive or: its Walsh-Hadamard transform, squared and transformed again.
 *
 * <p>The expectation is an upper bound: a document in several of the probed buckets counts in each,
 * a search of several segments chooses in each of them the blocks with the fewest documents, and
 * here the wide blocks are those that are best on average. The document that the fingerprint is
 * from counts too.
 */
public final class ExpectedCandidates {

  /** By block and by number of bits: the expected documents in the buckets within these bits. */
  private final double[][] within;

  /**
   * @param blocks the counts of the four blocks
   */
  public ExpectedCandidates(List<BlockCounts> blocks) {
    this.within = blocks.stream().map(ExpectedCandidates::within).toArray(double[][]::new);
  }

  private static double[] within(BlockCounts block) {
    double[] sums = new double[Blocks.VALUES];
    for (int value = 0; value < sums.length; value++) {
      sums[value] = block.count(value);
    }
    transform(sums);
    for (int i = 0; i < sums.length; i++) {
      sums[i] *= sums[i];
    }
    transform(sums);
    double[] byBits = new double[Blocks.BITS + 1];
    for (int difference = 0; difference < sums.length; difference++) {
      byBits[Integer.bitCount(difference)] += sums[difference] / sums.length;
    }
    Arrays.parallelPrefix(byBits, Double::sum);
    double documents = Math.max(1, block.documents());
    return Arrays.stream(byBits).map(sum -> sum / documents).toArray();
  }

  /** The Walsh-Hadamard transform, in place. */
  private static void transform(double[] values) {
    for (int width = 1; width < values.length; width *= 2) {
      for (int from = 0; from < values.length; from += 2 * width) {
        for (int i = from; i < from + width; i++) {
          double sum = values[i] + values[i + width];
          values[i + width] = values[i] - values[i + width];
          values[i] = sum;
        }
      }
    }
  }

  /** The expected number of candidates at a maximum distance of 0 to 64. */
  public double at(int maxDistance) {
    ProbePlan plan = new ProbePlan(maxDistance);
    double[] narrow = new double[within.length];
    double[] widened = new double[within.length];
    for (int block = 0; block < within.length; block++) {
      narrow[block] = plan.narrowBits() < 0 ? 0 : within[block][plan.narrowBits()];
      widened[block] = within[block][plan.wideBits()] - narrow[block];
    }
    Arrays.sort(widened);
    return Arrays.stream(narrow).sum() + Arrays.stream(widened).limit(plan.wideBlocks()).sum();
  }
}
