package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.search.Scorer;

/** Verifies and scores candidates, which all have signatures: {@code boost · J}. */
final class MinHashNearScorer extends VerifyingScorer {

  private final SignatureCheck check;
  private final BinaryDocValues signatures;
  private final float boost;
  private float minScore;
  private float score;

  MinHashNearScorer(
      Scorer candidates, SignatureCheck check, BinaryDocValues signatures, float boost) {
    super(candidates, check.cost());
    this.check = check;
    this.signatures = signatures;
    this.boost = boost;
  }

  @Override
  boolean verify(int doc) throws IOException {
    double similarity = check.similarity(signatures, doc);
    score = (float) (boost * similarity);
    return similarity >= check.minSimilarity() && score >= minScore;
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
