package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores the documents that {@link NearIterator} lets through. */
final class NearScorer extends Scorer {

  private final NearIterator neighbours;
  private final DocIdSetIterator iterator;
  private final NearScores scores;
  private final boolean hasSecondOpinion;

  NearScorer(SimHashNearQuery query, NearIterator neighbours, NearScores scores) {
    this.neighbours = neighbours;
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(neighbours);
    this.scores = scores;
    this.hasSecondOpinion = query.secondOpinion().isPresent();
  }

  @Override
  public float score() throws IOException {
    double similarity = hasSecondOpinion ? neighbours.similarity() : 0;
    return scores.score(neighbours.distance(), similarity);
  }

  @Override
  public float getMaxScore(int upTo) {
    return scores.most(0);
  }

  @Override
  public void setMinCompetitiveScore(float minScore) {
    neighbours.requireScore(minScore);
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
    return neighbours;
  }
}
