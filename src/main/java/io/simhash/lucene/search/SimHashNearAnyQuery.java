package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches every document that is a neighbour of one of several values by a {@link NearRule}. The
 * score is that of the nearest value, as {@link DistanceScore#SIMILARITY}.
 *
 * <p>In a large segment each value is searched for by a {@link SimHashNearQuery} of its own. In a
 * small one every document that shares a band with one of the values is compared with all of them:
 * that is cheaper than 25 term look-ups for each value.
 */
public final class SimHashNearAnyQuery extends Query {

  /**
   * A segment is small if it has at most so many documents for each value: to compare a document
   * with all values takes a fraction of a microsecond, to look up the terms of one value 15.
   */
  private static final int DOCUMENTS_PER_VALUE = 50;

  private final String field;
  private final List<NearValue> values;
  private final NearRule rule;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds fingerprints and signatures
   */
  public SimHashNearAnyQuery(
      String field, List<NearValue> values, NearRule rule, Cancellation cancellation) {
    this.field = Objects.requireNonNull(field, "field");
    this.values = List.copyOf(values);
    this.rule = Objects.requireNonNull(rule, "rule");
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  /** The same query as a disjunction of the queries for the values. */
  DisjunctionMaxQuery ofEach() {
    return new DisjunctionMaxQuery(
        values.stream()
            .<Query>map(
                value ->
                    new SimHashNearQuery(field, value, rule, DistanceScore.SIMILARITY)
                        .with(cancellation))
            .toList(),
        0);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    Runnable check = cancellation.of(searcher);
    Optional<BandSet> bands = rule.usesBands() ? BandSet.of(values, rule) : Optional.empty();
    Weight each = ofEach().createWeight(searcher, scoreMode, boost);
    return new SupplierWeight(this) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        LeafReader reader = context.reader();
        return reader.maxDoc() > DOCUMENTS_PER_VALUE * values.size()
            ? each.scorerSupplier(context)
            : supplier(new ComparingScorer(this, reader, bands, boost, check));
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        return each.explain(context, doc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field, SimHashFields.signatureField(field));
      }
    };
  }

  /** Compares all documents of a segment with all values. */
  private final class ComparingScorer extends VerifyingScorer {

    /** A doc value of some hundred bytes, and 24 look-ups in memory. */
    private static final float COST = 100;

    private final SegmentNearValues documents;
    private final Optional<BandSet> bands;
    private final float boost;
    private double best;

    ComparingScorer(
        Weight weight,
        LeafReader reader,
        Optional<BandSet> bands,
        float boost,
        Runnable cancellation)
        throws IOException {
      super(weight, DocIdSetIterator.all(reader.maxDoc()), COST, cancellation);
      this.documents = new SegmentNearValues(reader, field);
      this.bands = bands;
      this.boost = boost;
    }

    @Override
    boolean verify(int doc) throws IOException {
      best = -1;
      Optional<NearValue> document = documents.of(doc, bands);
      if (document.isPresent()) {
        for (NearValue value : values) {
          if (rule.holds(document.get(), value)) {
            best = Math.max(best, rule.score(document.get(), value));
          }
        }
      }
      return best >= 0;
    }

    @Override
    public float score() {
      return (float) (boost * best);
    }

    @Override
    public float getMaxScore(int upTo) {
      return boost;
    }
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    boolean any = SimHashFields.isIn(searcher.getIndexReader(), field);
    return any ? this : SimHashNearQuery.nothing(field);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (SimHashFields.accept(visitor, field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((SimHashNearAnyQuery) other).field)
        && values.equals(((SimHashNearAnyQuery) other).values)
        && rule.equals(((SimHashNearAnyQuery) other).rule);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, values, rule);
  }

  @Override
  public String toString(String defaultField) {
    String prefix = field.equals(defaultField) ? "" : field + ":";
    return prefix + "simhash_near_any(" + values.size() + " values~" + rule + ")";
  }
}
