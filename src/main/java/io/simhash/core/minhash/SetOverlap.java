package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

/**
 * The sizes of two sets and of their intersection: the exact values that signatures estimate.
 *
 * @param first elements of the first set
 * @param second elements of the second set
 * @param common elements of both
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997, section 1</a>
 */
public record SetOverlap(int first, int second, int common) {

  public SetOverlap {
    if (common < 0 || common > Math.min(first, second)) {
      throw invalid(
          "sets of [%s] and [%s] elements cannot have [%s] in common", first, second, common);
    }
  }

  /** {@code |A ∩ B| / |A ∪ B|}, in [0, 1]; 0 where both sets are empty. */
  public double jaccard() {
    int union = first + second - common;
    return union == 0 ? 0 : (double) common / union;
  }

  /**
   * {@code |A ∩ B| / min(|A|, |B|)}, in [0, 1]: the part of the smaller set that is in the other
   * one, in either order; 0 where a set is empty. It is 1 where one text contains the whole other
   * one, however long it is.
   */
  public double containment() {
    int smaller = Math.min(first, second);
    return smaller == 0 ? 0 : (double) common / smaller;
  }
}
