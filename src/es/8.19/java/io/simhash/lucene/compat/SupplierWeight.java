package io.simhash.lucene.compat;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
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
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) {
        return scorer;
      }

      @Override
      public long cost() {
        return scorer.iterator().cost();
      }
    };
  }

  @Override
  public abstract ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException;

  @Override
  public final Scorer scorer(LeafReaderContext context) throws IOException {
    ScorerSupplier supplier = scorerSupplier(context);
    return supplier == null ? null : supplier.get(Long.MAX_VALUE);
  }
}
