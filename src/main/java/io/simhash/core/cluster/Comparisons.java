package io.simhash.core.cluster;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.Fingerprint;

/**
 * Comparisons of one fingerprint with many beside each other, for a maximum Hamming distance. Calls
 * the cancellation from time to time.
 */
final class Comparisons {

  /** Comparisons between two calls of the cancellation: some milliseconds. */
  private static final long COMPARISONS_PER_CHECK = 10_000_000;

  private final int maxDistance;
  private final Runnable cancellation;
  private long unchecked;

  /**
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  Comparisons(int maxDistance, Runnable cancellation) {
    this.maxDistance = Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    this.cancellation = cancellation;
  }

  /** Whether two fingerprints are within the distance. */
  boolean areNear(long a, long b) {
    return Fingerprint.distance(a, b) <= maxDistance;
  }

  /**
   * Whether any of the fingerprints from an index to another is within the distance of one. Counts
   * without a branch, which the compiler turns into comparisons of many at a time.
   */
  boolean any(long one, long[] all, int from, int to) {
    // Looking up a bucket takes time also if it is empty.
    unchecked += 1L + to - from;
    if (unchecked >= COMPARISONS_PER_CHECK) {
      unchecked = 0;
      cancellation.run();
    }
    int near = 0;
    for (int i = from; i < to; i++) {
      near += Fingerprint.distance(one, all[i]) <= maxDistance ? 1 : 0;
    }
    return near > 0;
  }
}
