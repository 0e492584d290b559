package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.util.IOFunction;

/**
 * Scores the candidates that pass an exact check. The check runs after the second phase of the
 * candidates themselves, if they have one, and after all other clauses of a search that cost less.
 */
abstract class VerifyingScorer extends Scorer {

  /** Candidates between two checks for cancellation: less than a millisecond's work. */
  private static final int CANCELLATION_INTERVAL = 2_048;

  private final Runnable cancellation;
  private int untilCancellation = CANCELLATION_INTERVAL;

  /** {@code null} if all candidates pass. */
  private final TwoPhaseIterator verified;

  private final DocIdSetIterator iterator;

  /**
   * Candidates without a second phase.
   *
   * @param decided whether all candidates pass, so that {@link #verify} need not be called
   */
  VerifyingScorer(
      DocIdSetIterator candidates, boolean decided, float verifyCost, Runnable cancellation) {
    this(candidates, null, decided, verifyCost, cancellation);
  }

  /** The documents of another scorer as candidates. */
  VerifyingScorer(Scorer candidates, float verifyCost, Runnable cancellation) {
    this(candidates.iterator(), candidates.twoPhaseIterator(), false, verifyCost, cancellation);
  }

  /**
   * @param first the second phase of the candidates, or {@code null}
   * @param verifyCost cost of one call of {@link #verify}, see {@link TwoPhaseIterator#matchCost}
   * @param cancellation the check of a {@link Cancellation}, run once in {@value
   *     #CANCELLATION_INTERVAL} candidates
   */
  private VerifyingScorer(
      DocIdSetIterator candidates,
      TwoPhaseIterator first,
      boolean decided,
      float verifyCost,
      Runnable cancellation) {
    this.cancellation = cancellation;
    if (decided) {
      this.verified = null;
      this.iterator = candidates;
      return;
    }
    this.verified =
        new TwoPhaseIterator(first == null ? candidates : first.approximation()) {
          @Override
          public boolean matches() throws IOException {
            checkCancellation();
            return (first == null || first.matches()) && verify(approximation.docID());
          }

          @Override
          public float matchCost() {
            return first == null ? verifyCost : first.matchCost() + verifyCost;
          }
        };
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(verified);
  }

  /**
   * Supplies the verifying scorers of a segment.
   *
   * @param candidates supplies the scorer of the candidates; {@code null} if there are none
   * @param verifying makes the verifying scorer
   * @return {@code null} if there are no candidates
   */
  static ScorerSupplier supplier(ScorerSupplier candidates, IOFunction<Scorer, Scorer> verifying) {
    if (candidates == null) {
      return null;
    }
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return verifying.apply(candidates.get(leadCost));
      }

      @Override
      public long cost() {
        return candidates.cost();
      }

      @Override
      public void setTopLevelScoringClause() throws IOException {
        candidates.setTopLevelScoringClause();
      }
    };
  }

  private void checkCancellation() {
    if (--untilCancellation == 0) {
      untilCancellation = CANCELLATION_INTERVAL;
      cancellation.run();
    }
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
