package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores as another scorer does, the documents that their texts confirm. */
final class ConfirmedScorer extends Scorer {

  /** Reading a stored document and cutting its text: far more than any other check costs. */
  private static final float CONFIRMATION_COST = 1_000_000;

  private final Scorer in;
  private final TwoPhaseIterator confirmed;
  private final DocIdSetIterator iterator;

  ConfirmedScorer(Scorer in, ConfirmedQuery query, LeafReaderContext context) throws IOException {
    this.in = in;
    this.confirmed = confirmed(in, query.confirmation(), query.source().of(context));
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(confirmed);
  }

  private static TwoPhaseIterator confirmed(
      Scorer in, Confirmation confirmation, TextSource.Texts texts) {
    TwoPhaseIterator first = in.twoPhaseIterator();
    DocIdSetIterator approximation = first == null ? in.iterator() : first.approximation();
    return new TwoPhaseIterator(approximation) {
      @Override
      public boolean matches() throws IOException {
        return (first == null || first.matches())
            && confirmation
                .overlap(texts.of(approximation.docID()))
                .filter(confirmation::holds)
                .isPresent();
      }

      @Override
      public float matchCost() {
        return first == null ? CONFIRMATION_COST : CONFIRMATION_COST + first.matchCost();
      }
    };
  }

  @Override
  public float score() throws IOException {
    return in.score();
  }

  @Override
  public int advanceShallow(int target) throws IOException {
    return in.advanceShallow(target);
  }

  @Override
  public float getMaxScore(int upTo) throws IOException {
    return in.getMaxScore(upTo);
  }

  @Override
  public void setMinCompetitiveScore(float minScore) throws IOException {
    in.setMinCompetitiveScore(minScore);
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
    return confirmed;
  }
}
