package io.simhash.core.near;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.HashedSet.SetOverlap;
import io.simhash.core.minhash.Thresholds;

/**
 * The option {@code confirm}: the exact, symmetric check of two neighbours by their shingles.
 *
 * @param minSimilarity the smallest exact Jaccard similarity, in [0, 1]
 * @param minContainment the smallest exact containment, in [0, 1]
 */
public record ConfirmRule(double minSimilarity, double minContainment) {

  public ConfirmRule {
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
  }

  /**
   * The least estimate of signatures with n components of the same shingles that confirms two texts
   * without reading them, see {@link Thresholds#sureEstimate}; infinity if none does.
   */
  public double sureEstimate(int hashes) {
    // Signatures do not estimate a containment.
    return minContainment > 0
        ? Double.POSITIVE_INFINITY
        : Thresholds.sureEstimate(minSimilarity, hashes);
  }

  /** Whether two texts reach both minima; a text without shingles never does. */
  public boolean holds(HashedSet a, HashedSet b) {
    return holds(a.overlap(b));
  }

  /** The same, where the overlap of their shingles is known. */
  public boolean holds(SetOverlap overlap) {
    return overlap.first() > 0
        && overlap.second() > 0
        && overlap.jaccard() >= minSimilarity
        && overlap.containment() >= minContainment;
  }
}
