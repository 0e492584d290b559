package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;

/** Sizes of segments, from the costs that the plugin uses. */
public final class SegmentSizes {

  private SegmentSizes() {}

  /**
   * Documents from which on a segment uses blocks for so many candidates, where some documents have
   * no fingerprint.
   */
  public static long smallestThatUsesBlocks(int maxDistance, int candidates) {
    BlockCandidates.Costs costs = BlockCandidates.Costs.MEASURED;
    double blocks = costs.blocks(new ProbePlan(maxDistance).probes(), candidates);
    return (long) Math.ceil(blocks / costs.scannedSparse());
  }
}
