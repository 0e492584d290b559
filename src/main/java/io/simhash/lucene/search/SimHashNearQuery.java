package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearRule.Radius;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;

/**
 * Matches every document whose value is a neighbour of the query's by a {@link NearRule}: its
 * signature is similar enough, or its fingerprint is within a radius. The score is {@code boost ·
 * s}, with s the {@link DistanceScore}: by default the similarity. {@link SimHashFields} indexes
 * values.
 *
 * <p>In each segment similar documents are found by {@link BandCandidates}, those within a radius
 * by {@link BlockCandidates}. All documents are compared where a low minimum similarity needs no
 * bands, where the terms of bands cannot be seen, and where other clauses of a search leave few.
 *
 * <p>Cost in a segment of n documents with evenly spread values: by bands 24 term look-ups and n /
 * 683 postings. By blocks 4 term look-ups and n / 16,384 candidates at distance 3; 68 and n / 964
 * at 7; 548 and n / 120 at 11. Where all documents have a fingerprint, blocks are cheaper than
 * comparing all n from 2,559 documents at distance 3, from 47,288 at 7, from 1,104,087 at 11, and
 * never from distance 12; where some have none, from 299, 5,115, 44,360 and, at distance 12,
 * 98,447. For many values at a time there is {@link SimHashNearAnyQuery}.
 */
public final class SimHashNearQuery extends Query {

  private final String field;
  private final NearValue value;
  private final NearRule rule;
  private final DistanceScore score;
  private final BlockCandidates.Costs costs;
  private final Function<IndexSearcher, Runnable> cancellation;

  /**
   * The neighbours by default: similar documents or, of a value without a signature, those within a
   * radius. For programs that use Lucene alone.
   */
  public SimHashNearQuery(String field, NearValue value) {
    this(field, value, NearRule.of(null, null, value.signature().isPresent()));
  }

  /** The neighbours by a rule, with the default score. */
  public SimHashNearQuery(String field, NearValue value, NearRule rule) {
    this(field, value, rule, DistanceScore.SIMILARITY, searcher -> () -> {});
  }

  /**
   * @param field the field that holds fingerprints and signatures
   * @param value the fingerprint and the signature of the query's text
   * @param rule decides which documents are neighbours
   * @param score the score of a neighbour
   * @param cancellation gives for a search the check that throws to end it, which is called in
   *     loops over many documents, from several threads. It belongs to no search, because a cache
   *     may keep the query; equality ignores it
   */
  public SimHashNearQuery(
      String field,
      NearValue value,
      NearRule rule,
      DistanceScore score,
      Function<IndexSearcher, Runnable> cancellation) {
    this(field, value, rule, score, BlockCandidates.Costs.MEASURED, cancellation);
  }

  /** For tests: other costs make the query use blocks, or a scan, in every segment. */
  SimHashNearQuery(
      String field,
      NearValue value,
      NearRule rule,
      DistanceScore score,
      BlockCandidates.Costs costs,
      Function<IndexSearcher, Runnable> cancellation) {
    this.field = Objects.requireNonNull(field, "field");
    this.value = Objects.requireNonNull(value, "value");
    this.rule = Objects.requireNonNull(rule, "rule");
    this.score = Objects.requireNonNull(score, "score");
    this.costs = costs;
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  @Override
  public NearWeight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    SearchReport report = new SearchReport();
    // A profile shows it below the query whose weight is being made.
    searcher.createWeight(report, ScoreMode.COMPLETE_NO_SCORES, boost);
    return new NearWeight(boost, cancellation.apply(searcher), report);
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    return SimHashFields.isIn(searcher.getIndexReader(), field) ? this : nothing(field);
  }

  static Query nothing(String field) {
    return new MatchNoDocsQuery("no document has a fingerprint or signature in [" + field + "]");
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (SimHashFields.accept(visitor, field)) {
      visitor.visitLeaf(this);
    }
  }

  /** All that decides what is found, and how it is scored: within a radius not the signature. */
  private List<?> properties() {
    Optional<Signature> compared = rule instanceof Similar ? value.signature() : Optional.empty();
    return List.of(field, value.fingerprint(), compared, rule, score, costs);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && properties().equals(((SimHashNearQuery) other).properties());
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), properties());
  }

  @Override
  public String toString(String defaultField) {
    String shown =
        value.fingerprint().isPresent()
            ? Fingerprint.toHex(value.fingerprint().getAsLong())
            : "no fingerprint";
    String prefix = field.equals(defaultField) ? "" : field + ":";
    return prefix + "simhash_near(" + shown + "~" + rule + "," + score + ")";
  }

  /** Makes the scorers and explanations. */
  final class NearWeight extends SupplierWeight {

    /** Other clauses lead where they leave fewer than this part of the candidates. */
    private static final int LEAD = 8;

    private final float boost;
    private final Runnable check;
    private final SearchReport report;

    private NearWeight(float boost, Runnable check, SearchReport report) {
      super(SimHashNearQuery.this);
      this.boost = boost;
      this.check = check;
      this.report = report;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      SegmentCandidates candidates =
          switch (rule) {
            case Radius radius -> value.fingerprint().isEmpty() ? null : within(reader, radius);
            case Similar similar -> hasSignatures(reader) ? similar(reader, similar) : null;
          };
      if (candidates == null || candidates.cost() == 0) {
        return null;
      }
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) throws IOException {
          boolean others = cost() / LEAD > leadCost;
          SegmentCandidates compared = others ? new SegmentCandidates.All(reader) : candidates;
          return new NearScorer(compared.find(report), reader);
        }

        @Override
        public long cost() {
          return candidates.cost();
        }
      };
    }

    private boolean hasSignatures(LeafReader reader) throws IOException {
      return value.signature().isPresent()
          && reader.getBinaryDocValues(SimHashFields.signatureField(field)) != null;
    }

    private SegmentCandidates similar(LeafReader reader, Similar similar) throws IOException {
      Signature signature = value.signature().orElseThrow();
      int minBands = similar.minBands(signature.parameters().bands());
      Terms terms = minBands == 0 ? null : reader.terms(BandTerms.field(field));
      return terms == null
          ? new SegmentCandidates.All(reader)
          : new BandCandidates(reader, terms, signature, minBands, check);
    }

    BlockCandidates within(LeafReader reader, Radius radius) throws IOException {
      return new BlockCandidates(
          reader, field, value.fingerprint().orElseThrow(), radius.maxDistance(), costs, check);
    }

    /** The score of a neighbour. Where there is no distance, it is the similarity. */
    private float score(NearComparison near, int doc) throws IOException {
      double similarity = near.similarity(doc);
      if (score == DistanceScore.SIMILARITY && similarity != NearValue.NO_SIMILARITY) {
        return (float) (boost * similarity);
      }
      int distance = near.distance(doc);
      return (float)
          (boost * (distance == NearValue.NO_DISTANCE ? similarity : score.of(distance)));
    }

    /** Verifies and scores candidates. */
    private final class NearScorer extends VerifyingScorer {

      /** One doc value and a population count. */
      private static final float DISTANCE_COST = 5;

      /** A doc value of some hundred bytes. */
      private static final float SIGNATURE_COST = 50;

      private final NearComparison near;
      private float minScore;

      NearScorer(DocIdSetIterator candidates, LeafReader reader) throws IOException {
        super(
            NearWeight.this,
            candidates,
            null,
            rule instanceof Similar ? DISTANCE_COST + SIGNATURE_COST : DISTANCE_COST,
            check);
        this.near = new NearComparison(reader, field, value, rule, report);
      }

      @Override
      boolean verify(int doc) throws IOException {
        return near.isNeighbour(doc)
            && (minScore <= 0 || NearWeight.this.score(near, doc) >= minScore);
      }

      @Override
      public float score() throws IOException {
        return NearWeight.this.score(near, docID());
      }

      @Override
      public float getMaxScore(int upTo) {
        return boost;
      }

      @Override
      public void setMinCompetitiveScore(float minScore) {
        this.minScore = minScore;
      }
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return DocValues.isCacheable(
          context,
          field,
          SimHashFields.signatureField(field),
          SimHashFields.signatureRestField(field));
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      NearComparison near =
          new NearComparison(context.reader(), field, value, rule, new SearchReport());
      NearExplanation explanation = new NearExplanation(near, doc);
      List<Explanation> details = explanation.details();
      if (near.isNeighbour(doc) == false) {
        return Explanation.noMatch(explanation.reason(), details);
      }
      // How a search for this query alone finds the neighbours in the segment.
      SearchReport found = new SearchReport();
      new NearWeight(1, check, found).scorerSupplier(context).get(Long.MAX_VALUE);
      int documents = context.reader().maxDoc();
      details.add(Explanation.match(documents, "documents in the segment, searched " + found));
      boolean hasDistance = near.distance(doc) != NearValue.NO_DISTANCE;
      String s = hasDistance ? score.formula() : "similarity, as H is unknown";
      return Explanation.match(
          score(near, doc), "neighbour, computed as boost * s with s = " + s + " from:", details);
    }
  }
}
