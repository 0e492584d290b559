package io.simhash.core.cluster;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SetOverlap;

/**
 * The exact check of two neighbours by the shingles of their texts. Symmetric.
 *
 * @param minSimilarity the smallest exact Jaccard similarity, in [0, 1]
 * @param minContainment the smallest exact containment, in [0, 1]
 */
public record ConfirmRule(double minSimilarity, double minContainment) {

  public ConfirmRule {
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
  }

  /** Whether two texts reach both minima; a text without shingles never does. */
  public boolean holds(HashedSet a, HashedSet b) {
    if (a.isEmpty() || b.isEmpty()) {
      return false;
    }
    SetOverlap overlap = a.overlap(b);
    return overlap.jaccard() >= minSimilarity && overlap.containment() >= minContainment;
  }
}
