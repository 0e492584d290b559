package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
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
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * Matches every document that is a neighbour of one of several values by a {@link NearRule}. The
 * score is its similarity to the nearest value, as {@link DistanceScore#SIMILARITY}.
 *
 * <p>A large segment is searched by a {@link SimHashNearQuery} for each value. In a small one every
 * document that shares enough bands with all values together is compared with each of them.
 */
public final class SimHashNearAnyQuery extends Query {

  /**
   * The most documents of a small segment, for each value: to compare a document with all values
   * takes a fraction of a microsecond, to look up the terms of one value 15.
   */
  private static final int DOCUMENTS_PER_VALUE = 50;

  private final String field;
  private final List<NearValue> values;
  private final NearRule rule;
  private final Function<IndexSearcher, Runnable> cancellation;

  /** The neighbours by a rule; the parameters are those of {@link SimHashNearQuery}. */
  public SimHashNearAnyQuery(
      String field,
      List<NearValue> values,
      NearRule rule,
      Function<IndexSearcher, Runnable> cancellation) {
    this.field = Objects.requireNonNull(field, "field");
    this.values = List.copyOf(values);
    this.rule = Objects.requireNonNull(rule, "rule");
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    Runnable check = cancellation.apply(searcher);
    boolean compares =
        searcher.getIndexReader().leaves().stream().anyMatch(leaf -> isSmall(leaf.reader()));
    Predicate<BytesRef> excluded =
        compares && rule instanceof Similar similar && similar.usesBands()
            ? BandSet.excluding(values, similar)
            : head -> false;
    List<Query> queries = new ArrayList<>();
    for (NearValue value : values) {
      queries.add(new SimHashNearQuery(field, value, rule, DistanceScore.SIMILARITY, cancellation));
    }
    Weight each = new DisjunctionMaxQuery(queries, 0).createWeight(searcher, scoreMode, boost);
    return new SupplierWeight(this) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        LeafReader reader = context.reader();
        return isSmall(reader)
            ? supplier(new ComparingScorer(this, reader, excluded, boost, check))
            : each.scorerSupplier(context);
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        return each.explain(context, doc);
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return each.isCacheable(context);
      }
    };
  }

  private boolean isSmall(LeafReader segment) {
    return rule instanceof Similar && segment.maxDoc() <= DOCUMENTS_PER_VALUE * values.size();
  }

  /**
   * The bands of several signatures with the same parameters: one bit for each value that a band
   * may have, 192 KB for 24 bands. Immutable.
   */
  private static final class BandSet {

    private static final int VALUES_PER_BAND = 1 << Short.SIZE;

    private final Signature any;
    private final int count;
    private final FixedBitSet bands;
    private final int minBands;

    private BandSet(List<Signature> signatures, Similar rule) {
      any = signatures.getFirst();
      minBands = rule.minBands(any.parameters().bands());
      count = any.parameters().bands().bands();
      bands = new FixedBitSet(count * VALUES_PER_BAND);
      for (Signature each : signatures) {
        for (int band = 0; band < count; band++) {
          bands.set(band * VALUES_PER_BAND + each.band(band));
        }
      }
    }

    /** Excludes heads, if each of the values has a signature with the same parameters. */
    static Predicate<BytesRef> excluding(List<NearValue> values, Similar rule) {
      List<Signature> signatures = values.stream().flatMap(v -> v.signature().stream()).toList();
      boolean isOne =
          signatures.isEmpty() == false
              && signatures.size() == values.size()
              && signatures.stream().allMatch(s -> s.isComparable(signatures.getFirst()));
      return isOne ? new BandSet(signatures, rule)::excludes : head -> false;
    }

    /**
     * Whether a head shares fewer bands with all of these together than it must share with one, or
     * is not comparable to them.
     */
    boolean excludes(BytesRef head) {
      if (any.isComparable(head.bytes, head.offset, head.length) == false) {
        return true;
      }
      int shared = 0;
      for (int band = 0; band < count && shared < minBands; band++) {
        int value = Signature.storedBand(head.bytes, head.offset, band);
        shared += bands.get(band * VALUES_PER_BAND + value) ? 1 : 0;
      }
      return shared < minBands;
    }
  }

  /** Compares all documents of a segment with all values. */
  private final class ComparingScorer extends VerifyingScorer {

    /** A doc value of some hundred bytes, and 24 look-ups in memory. */
    private static final float COST = 100;

    private final SegmentValues documents;
    private final Predicate<BytesRef> excluded;
    private final float boost;
    private double best;

    ComparingScorer(
        Weight weight, LeafReader reader, Predicate<BytesRef> excluded, float boost, Runnable check)
        throws IOException {
      super(weight, DocIdSetIterator.all(reader.maxDoc()), null, COST, check);
      this.documents = new SegmentValues(reader, field);
      this.excluded = excluded;
      this.boost = boost;
    }

    @Override
    boolean verify(int doc) throws IOException {
      best = -1;
      Optional<NearValue> document = documents.of(doc, excluded);
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
    return SimHashFields.isIn(searcher.getIndexReader(), field)
        ? this
        : SimHashNearQuery.nothing(field);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (SimHashFields.accept(visitor, field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && properties().equals(((SimHashNearAnyQuery) other).properties());
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), properties());
  }

  private List<?> properties() {
    return List.of(field, values, rule);
  }

  @Override
  public String toString(String defaultField) {
    String prefix = field.equals(defaultField) ? "" : field + ":";
    return prefix + "simhash_near_any(" + values.size() + " values~" + rule + ")";
  }
}
