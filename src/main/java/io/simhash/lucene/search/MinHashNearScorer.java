package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Verifies and scores candidates by their signatures: {@code boost · J}. */
final class MinHashNearScorer extends VerifyingScorer {

  private final SegmentSignatures signatures;
  private final double minSimilarity;
  private final float boost;
  private float minScore;
  private float score;

  /**
   * @param candidates may be the iterator of {@code signatures}
   */
  MinHashNearScorer(
      SignatureCheck check,
      float boost,
      DocIdSetIterator candidates,
      SegmentSignatures signatures) {
    super(candidates, check.cost());
    this.signatures = signatures;
    this.minSimilarity = check.minSimilarity();
    this.boost = boost;
  }

  @Override
  boolean verify(int doc) throws IOException {
    if (signatures.advanceExact(doc) == false) {
      return false;
    }
    double similarity = signatures.similarity();
    score = (float) (boost * similarity);
    return similarity >= minSimilarity && score >= minScore;
  }

  @Override
  public float score() {
    return score;
  }

  @Override
  public float getMaxScore(int upTo) {
    return boost;
  }

  @Override
  public void setMinCompetitiveScore(float minScore) {
    this.minScore = minScore;
  }
}
