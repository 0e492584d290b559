package io.simhash.lucene.search;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;

/** The scorer of documents whose scores are known already. */
final class FoundScorer extends Scorer {

  private final ScoredDocs found;
  private final float maxScore;

  /**
   * @param maxScore a bound of the scores
   */
  FoundScorer(ScoredDocs found, float maxScore) {
    this.found = found;
    this.maxScore = maxScore;
  }

  @Override
  public int docID() {
    return found.docID();
  }

  @Override
  public DocIdSetIterator iterator() {
    return found;
  }

  @Override
  public float score() {
    return found.score();
  }

  @Override
  public float getMaxScore(int upTo) {
    return maxScore;
  }
}
