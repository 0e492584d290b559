package io.simhash.lucene.search;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores the documents that {@link SimilarIterator} lets through. */
final class SimilarScorer extends Scorer {

  private final SimilarIterator similar;
  private final DocIdSetIterator iterator;

  SimilarScorer(SimilarIterator similar) {
    this.similar = similar;
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(similar);
  }

  @Override
  public float score() {
    return similar.score();
  }

  @Override
  public float getMaxScore(int upTo) {
    return similar.score(1);
  }

  @Override
  public void setMinCompetitiveScore(float minScore) {
    similar.requireScore(minScore);
  }

  @Override
  public int docID() {
    return iterator.docID();
  }

  @Override
  public DocIdSetIterator iterator() {
    return iterator;
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return similar;
  }
}
