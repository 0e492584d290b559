package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;

/** Verifies and scores candidates by their signatures: {@code boost · J}. */
final class MinHashNearScorer extends VerifyingScorer {

  private final SegmentSignatures signatures;
  private final Optional<SegmentPrefixes> prefixes;
  private final double minSimilarity;
  private final float boost;
  private float minScore;
  private float score;

  /** Candidates that share bands with the query. */
  MinHashNearScorer(
      MinHashNearQuery query,
      Scorer candidates,
      SegmentSignatures signatures,
      float boost,
      Runnable cancellation) {
    super(candidates, SegmentSignatures.cost(Optional.of(query.signature())), cancellation);
    this.signatures = signatures;
    this.prefixes = Optional.empty();
    this.minSimilarity = query.minSimilarity();
    this.boost = boost;
  }

  /** Candidates from all documents, of which prefixes reject most. */
  MinHashNearScorer(
      MinHashNearQuery query,
      DocIdSetIterator candidates,
      SegmentPrefixes prefixes,
      SegmentSignatures signatures,
      float boost,
      Runnable cancellation) {
    super(candidates, false, SegmentSignatures.cost(Optional.of(query.signature())), cancellation);
    this.signatures = signatures;
    this.prefixes = Optional.of(prefixes);
    this.minSimilarity = query.minSimilarity();
    this.boost = boost;
  }

  /**
   * The prefix is asked last: where they are scanned it has been compared, and where they are not,
   * reading all signatures in a row is faster than leaving some out.
   */
  @Override
  boolean verify(int doc) throws IOException {
    double similarity = signatures.similarity(doc);
    score = (float) (boost * similarity);
    return similarity >= minSimilarity
        && score >= minScore
        && (prefixes.isEmpty() || prefixes.get().rejects(doc) == false);
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
