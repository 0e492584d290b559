package io.simhash.lucene.search;

import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Compares the signatures of candidates with the query's. */
final class SimilarIterator extends TwoPhaseIterator {

  /** Comparing two signatures of 128 bytes. */
  private static final float SIMILARITY_COST = 100;

  private final MinHashNearQuery query;
  private final float boost;
  private final BinaryDocValues signatures;
  private final TwoPhaseIterator first;
  private float minScore;
  private double similarity;

  /**
   * @param signatures the segment's, not used elsewhere unless as {@code approximation}
   * @param first what must match before signatures are compared, or {@code null}
   */
  SimilarIterator(
      MinHashNearQuery query,
      float boost,
      BinaryDocValues signatures,
      DocIdSetIterator approximation,
      TwoPhaseIterator first) {
    super(approximation);
    this.query = query;
    this.boost = boost;
    this.signatures = signatures;
    this.first = first;
  }

  static SimilarIterator among(
      Scorer candidates, MinHashNearQuery query, float boost, BinaryDocValues signatures) {
    TwoPhaseIterator first = candidates.twoPhaseIterator();
    DocIdSetIterator approximation = first == null ? candidates.iterator() : first.approximation();
    return new SimilarIterator(query, boost, signatures, approximation, first);
  }

  @Override
  public boolean matches() throws IOException {
    if ((first != null && first.matches() == false)
        || signatures.advanceExact(approximation.docID()) == false) {
      return false;
    }
    similarity =
        MinHashFields.similarity(query.minHash(), signatures.binaryValue(), query.signature());
    return similarity >= query.minSimilarity() && score() >= minScore;
  }

  /** The score of the document that matched last. */
  float score() {
    return score(similarity);
  }

  /** {@code boost · J}. */
  float score(double jaccard) {
    return (float) (boost * jaccard);
  }

  /** From now on only documents count that score at least {@code score}. */
  void requireScore(float score) {
    minScore = score;
  }

  @Override
  public float matchCost() {
    return first == null ? SIMILARITY_COST : SIMILARITY_COST + first.matchCost();
  }
}
