package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Compares documents with all fingerprints of a {@link SimHashNearAnyQuery}. */
final class AnyScanScorer extends VerifyingScorer {

  /** One doc value; comparing it with one fingerprint costs less than a tenth of that. */
  private static final float DOC_VALUE_COST = 5;

  private final AnyVerifier verifier;
  private final float maxScore;
  private float score;

  /**
   * @param documents those with a fingerprint
   * @param fingerprints how many each is compared with
   * @param maxScore a bound of the scores
   */
  AnyScanScorer(
      DocIdSetIterator documents,
      int fingerprints,
      AnyVerifier verifier,
      float maxScore,
      Runnable cancellation) {
    super(documents, false, DOC_VALUE_COST + fingerprints / 10f, cancellation);
    this.verifier = verifier;
    this.maxScore = maxScore;
  }

  @Override
  boolean verify(int doc) throws IOException {
    score = verifier.advanceExact(doc) ? verifier.best() : AnyVerifier.NONE;
    return score != AnyVerifier.NONE;
  }

  @Override
  public float score() {
    return score;
  }

  @Override
  public float getMaxScore(int upTo) {
    return maxScore;
  }
}
