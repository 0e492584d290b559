package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.search.Scorer;

/** Verifies and scores candidates by their signatures: {@code boost · J}. */
final class MinHashNearScorer extends VerifyingScorer {

  private final SegmentSignatures signatures;
  private final double minSimilarity;
  private final float boost;
  private float minScore;
  private float score;

  MinHashNearScorer(
      MinHashNearQuery query,
      Scorer candidates,
      SegmentSignatures signatures,
      float boost,
      Runnable cancellation) {
    super(candidates, SegmentSignatures.cost(Optional.of(query.signature())), cancellation);
    this.signatures = signatures;
    this.minSimilarity = query.minSimilarity();
    this.boost = boost;
  }

  @Override
  boolean verify(int doc) throws IOException {
    double similarity = signatures.similarity(doc);
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
