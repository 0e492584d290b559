package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Compares documents with all fingerprints of a {@link SimHashNearAnyQuery}. */
final class AnyScanScorer extends VerifyingScorer {

  /** One doc value; comparing it with one fingerprint costs less than a tenth of that. */
  private static final float DOC_VALUE_COST = 5;

  /** Compares the documents. */
  interface Scores {

    /**
     * The best score of a document, or {@link AnyVerifier#NONE}.
     *
     * @param doc a document with a fingerprint; documents are asked for in ascending order
     */
    float best(int doc) throws IOException;
  }

  private final Scores scores;
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
      Scores scores,
      float maxScore,
      Runnable cancellation) {
    super(documents, false, DOC_VALUE_COST + fingerprints / 10f, cancellation);
    this.scores = scores;
    this.maxScore = maxScore;
  }

  @Override
  boolean verify(int doc) throws IOException {
    score = scores.best(doc);
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
