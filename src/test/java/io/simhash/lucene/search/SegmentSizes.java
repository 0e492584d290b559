package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;

/** Sizes of segments, from the costs that the plugin uses. */
public final class SegmentSizes {

  private SegmentSizes() {}

  /**
   * Documents with a fingerprint from which on a segment uses blocks for so many candidates, where
   * it has a copy of its fingerprints.
   */
  public static long smallestThatUsesBlocks(int maxDistance, int candidates) {
    BlockCosts costs = BlockCosts.MEASURED;
    double blocks = costs.blocks(costs.copied(), new ProbePlan(maxDistance).probes(), candidates);
    return (long) Math.ceil(blocks / costs.copied().scanned());
  }
}
