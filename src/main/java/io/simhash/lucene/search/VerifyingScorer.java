package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * Scores the candidates that pass an exact check. The check runs after the second phase of the
 * candidates themselves, if they have one, and after all other clauses of a search that cost less.
 */
abstract class VerifyingScorer extends Scorer {

  private final TwoPhaseIterator verified;
  private final DocIdSetIterator iterator;

  /**
   * @param verifyCost cost of one call of {@link #verify}, see {@link TwoPhaseIterator#matchCost}
   */
  VerifyingScorer(DocIdSetIterator candidates, float verifyCost) {
    TwoPhaseIterator first = TwoPhaseIterator.unwrap(candidates);
    this.verified =
        new TwoPhaseIterator(first == null ? candidates : first.approximation()) {
          @Override
          public boolean matches() throws IOException {
            return (first == null || first.matches()) && verify(approximation.docID());
          }

          @Override
          public float matchCost() {
            return first == null ? verifyCost : first.matchCost() + verifyCost;
          }
        };
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(verified);
  }

  /** The documents of another scorer as candidates, with its two phases kept apart. */
  static DocIdSetIterator candidates(Scorer scorer) {
    TwoPhaseIterator twoPhase = scorer.twoPhaseIterator();
    return twoPhase == null ? scorer.iterator() : TwoPhaseIterator.asDocIdSetIterator(twoPhase);
  }

  /** Checks one candidate. Candidates come in ascending order, each once. */
  abstract boolean verify(int doc) throws IOException;

  @Override
  public final int docID() {
    return iterator.docID();
  }

  @Override
  public final DocIdSetIterator iterator() {
    return iterator;
  }

  @Override
  public final TwoPhaseIterator twoPhaseIterator() {
    return verified;
  }
}
