package io.simhash.lucene.compat;

import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * A weight whose scorers come from {@link #scorerSupplier}. In Lucene 9 a weight makes scorers
 * itself.
 */
public abstract class SupplierWeight extends Weight {

  protected SupplierWeight(Query query) {
    super(query);
  }

  /** Supplies a scorer that is already there. */
  protected static ScorerSupplier supplier(Scorer scorer) {
    return new DefaultScorerSupplier(scorer);
  }
}
