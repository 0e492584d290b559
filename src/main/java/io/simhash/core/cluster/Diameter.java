package io.simhash.core.cluster;

import io.simhash.core.simhash.Fingerprint;
import java.util.stream.LongStream;

/**
 * The diameter of a cluster: the largest Hamming distance between two of its fingerprints. Exact up
 * to {@value #EXACT} different fingerprints. Of a larger cluster a lower bound, never below half
 * the diameter: the larger of the largest distances to the first fingerprint and to the one
 * farthest from that.
 */
public final class Diameter {

  /** The number of fingerprints up to which all are compared: 200 million comparisons at most. */
  public static final int EXACT = 20_000;

  private Diameter() {}

  /**
   * The diameter, or its lower bound.
   *
   * @param fingerprints at least one
   * @param check called regularly; ends the work by throwing
   */
  public static int of(long[] fingerprints, Runnable check) {
    int diameter = 0;
    if (fingerprints.length > EXACT) {
      int most = largest(fingerprints, fingerprints[0], 0);
      return LongStream.of(fingerprints)
          .filter(one -> Fingerprint.distance(one, fingerprints[0]) == most)
          .mapToInt(farthest -> largest(fingerprints, farthest, 0))
          .findFirst()
          .orElseThrow();
    }
    for (int i = 0; i < fingerprints.length; i++) {
      check.run();
      diameter = Math.max(diameter, largest(fingerprints, fingerprints[i], i + 1));
    }
    return diameter;
  }

  private static int largest(long[] fingerprints, long one, int from) {
    int largest = 0;
    for (int i = from; i < fingerprints.length; i++) {
      largest = Math.max(largest, Fingerprint.distance(one, fingerprints[i]));
    }
    return largest;
  }
}
