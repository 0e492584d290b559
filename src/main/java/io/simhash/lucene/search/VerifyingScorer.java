package io.simhash.lucene.search;

import io.simhash.lucene.compat.DocumentScorer;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * Scores the candidates that pass an exact check, which runs after their own second phase and after
 * all clauses of a search that cost less.
 */
abstract class VerifyingScorer extends DocumentScorer {

  /** Candidates between two checks for cancellation: less than a millisecond's work. */
  private static final int CANCELLATION_INTERVAL = 2_048;

  private final TwoPhaseIterator verified;
  private final DocIdSetIterator iterator;
  private int checked;

  /**
   * @param first the second phase of the candidates, or {@code null}
   * @param verifyCost the cost of {@link #verify}, see {@link TwoPhaseIterator#matchCost}
   * @param check throws if the search is cancelled
   */
  VerifyingScorer(
      Weight weight,
      DocIdSetIterator candidates,
      TwoPhaseIterator first,
      float verifyCost,
      Runnable check) {
    super(weight);
    this.verified =
        new TwoPhaseIterator(first == null ? candidates : first.approximation()) {
          @Override
          public boolean matches() throws IOException {
            if (++checked % CANCELLATION_INTERVAL == 0) {
              check.run();
            }
            return (first == null || first.matches()) && verify(approximation.docID());
          }

          @Override
          public float matchCost() {
            return first == null ? verifyCost : first.matchCost() + verifyCost;
          }
        };
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(verified);
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
