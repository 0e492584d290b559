package io.simhash.lucene.search;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.compat.DocumentScorer;
import io.simhash.lucene.compat.SupplierWeight;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Brute force: compares every document by plain bit arithmetic, without code of the query. */
final class BruteForceNearQuery extends Query {

  private final String field;
  private final long fingerprint;
  private final int maxDistance;

  BruteForceNearQuery(String field, long fingerprint, int maxDistance) {
    this.field = field;
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new SupplierWeight(this) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        int maxDoc = context.reader().maxDoc();
        FixedBitSet matches = new FixedBitSet(maxDoc);
        SortedNumericDocValues values = context.reader().getSortedNumericDocValues(field);
        while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          if (Long.bitCount(values.nextValue() ^ fingerprint) <= maxDistance) {
            matches.set(values.docID());
          }
        }
        DocIdSetIterator found = new BitSetIterator(matches, matches.cardinality());
        return supplier(
            new DocumentScorer(this) {
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
                return boost;
              }

              @Override
              public float getMaxScore(int upTo) {
                return boost;
              }
            });
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) {
        throw new UnsupportedOperationException();
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false;
      }
    };
  }

  /** The score of a distance by the formulas of the documentation, without signatures. */
  static float score(DistanceScore score, long a, long b) {
    int distance = Long.bitCount(a ^ b);
    return switch (score) {
      // SIMILARITY without signatures.
      case RECIPROCAL, SIMILARITY -> (float) (1.0 / (distance + 1));
      case LINEAR -> (float) ((64 - distance) / 64.0);
      case COSINE -> (float) StrictMath.max(0, StrictMath.cos(StrictMath.PI * distance / 64));
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BruteForceNearQuery that
        && field.equals(that.field)
        && fingerprint == that.fingerprint
        && maxDistance == that.maxDistance;
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, fingerprint, maxDistance);
  }

  @Override
  public String toString(String defaultField) {
    return "brute_force(" + Long.toHexString(fingerprint) + "~" + maxDistance + ")";
  }
}
