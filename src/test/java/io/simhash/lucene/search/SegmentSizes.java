package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;

/** Sizes of segments, from the costs that the plugin uses. */
public final class SegmentSizes {

  private SegmentSizes() {}

  /** Documents with a fingerprint from which on a segment uses blocks for so many candidates. */
  public static long smallestThatUsesBlocks(int maxDistance, int candidates) {
    return BlockCosts.MEASURED.total(new ProbePlan(maxDistance).probes(), candidates);
  }
}
