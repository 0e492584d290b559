package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose estimated Jaccard similarity J to the query reaches a minimum and
 * whose signature shares enough bands with the query's, and scores it by that similarity: {@code
 * boost · J}.
 *
 * <p>The field must be indexed by {@link io.simhash.lucene.document.MinHashFields}. Where at least
 * one band must be shared, an inverted index finds the candidates. That is fast and misses
 * documents by chance, see {@link Bands}: with {@link Bands#DEFAULT} and one band one in 15,000 of
 * true similarity .51. With 0 bands all documents are compared.
 */
public final class MinHashNearQuery extends DocValueQuery {

  /** The default minimum similarity. */
  public static final double DEFAULT_MIN_SIMILARITY = 0.5;

  private final Signature signature;
  private final double minSimilarity;
  private final int minMatchingBands;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds signatures
   * @param signature the query's signature
   * @param minSimilarity minimum estimated Jaccard similarity, in [0, 1]
   * @param minMatchingBands minimum number of indexed bands that are shared, from 0 to all
   */
  public MinHashNearQuery(
      String field, Signature signature, double minSimilarity, int minMatchingBands) {
    this(field, signature, minSimilarity, minMatchingBands, Cancellation.NONE);
  }

  private MinHashNearQuery(
      String field,
      Signature signature,
      double minSimilarity,
      int minMatchingBands,
      Cancellation cancellation) {
    super(field);
    this.signature = Objects.requireNonNull(signature, "signature");
    // Adding 0 turns -0 into 0: equal queries must have equal hash codes.
    this.minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    int indexed = signature.parameters().bands().indexed();
    this.minMatchingBands = Ranges.require("min_matching_bands", minMatchingBands, 0, indexed);
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  /**
   * The default of {@code min_matching_bands}: one from the similarity on at which nearly all pairs
   * share one.
   */
  public static int defaultMinMatchingBands(double minSimilarity) {
    return minSimilarity >= NearRule.MIN_SIMILARITY_OF_BANDS ? 1 : 0;
  }

  /** The same query, whose searches can be cancelled. Equality ignores it. */
  public MinHashNearQuery with(Cancellation other) {
    return new MinHashNearQuery(field(), signature, minSimilarity, minMatchingBands, other);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new NearWeight(boost, cancellation.of(searcher));
  }

  @Override
  List<String> readFields() {
    return MinHashFields.readFields(field());
  }

  @Override
  List<String> valueFields() {
    return List.of(field());
  }

  @Override
  String valueName() {
    return "signature";
  }

  @Override
  List<?> properties() {
    return List.of(signature, minSimilarity, minMatchingBands);
  }

  @Override
  String description() {
    return "minhash_near(J>=" + minSimilarity + ",bands>=" + minMatchingBands + ")";
  }

  private SegmentSignatures signatures(LeafReader reader) throws IOException {
    return new SegmentSignatures(reader, field(), Optional.of(signature));
  }

  /** Makes the scorers and explanations. */
  private final class NearWeight extends SupplierWeight {

    /** Other clauses lead where they leave fewer than this part of the candidates. */
    private static final int LEAD = 8;

    private final float boost;
    private final Runnable check;

    NearWeight(float boost, Runnable check) {
      super(MinHashNearQuery.this);
      this.boost = boost;
      this.check = check;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      if (SegmentSignatures.exist(reader, field()) == false) {
        return null;
      }
      BandCandidates bands =
          minMatchingBands == 0 ? null : BandCandidates.lookUp(reader, field(), signature);
      long cost = bands == null ? DocValues.getBinary(reader, field()).cost() : bands.cost();
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) throws IOException {
          DocIdSetIterator candidates =
              bands == null || cost / LEAD > leadCost
                  ? DocValues.getBinary(reader, field())
                  : bands.find(new SearchReport());
          return new NearScorer(NearWeight.this, candidates, signatures(reader), boost, check);
        }

        @Override
        public long cost() {
          return cost;
        }
      };
    }

    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return DocValues.isCacheable(context, field());
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      SegmentSignatures signatures = signatures(context.reader());
      double similarity = signatures.similarity(doc);
      if (similarity == NearRule.NO_SIMILARITY) {
        return Explanation.noMatch("no signature to compare in [" + field() + "]");
      }
      int shared = signatures.sharedBands();
      int indexed = signature.parameters().bands().indexed();
      List<Explanation> details = new ArrayList<>();
      details.add(
          Explanation.match(
              similarity,
              "J, Jaccard similarity estimated from the signatures in [" + field() + "]"));
      details.add(Explanation.match(shared, "bands that agree, of " + indexed + " indexed ones"));
      if (shared < minMatchingBands) {
        return Explanation.noMatch(
            shared + " bands agree, fewer than min_matching_bands " + minMatchingBands, details);
      }
      if (similarity < minSimilarity) {
        return Explanation.noMatch(
            "similarity " + similarity + " is below min_similarity " + minSimilarity, details);
      }
      return Explanation.match(
          (float) (boost * similarity), "similar, computed as boost * J from:", details);
    }
  }

  /** Verifies and scores candidates by their signatures. */
  private final class NearScorer extends VerifyingScorer {

    private final SegmentSignatures signatures;
    private final float boost;
    private float minScore;

    NearScorer(
        Weight weight,
        DocIdSetIterator candidates,
        SegmentSignatures signatures,
        float boost,
        Runnable check) {
      super(weight, candidates, SegmentSignatures.cost(Optional.of(signature)), check);
      this.signatures = signatures;
      this.boost = boost;
    }

    @Override
    boolean verify(int doc) throws IOException {
      double similarity = signatures.similarity(doc);
      return similarity != NearRule.NO_SIMILARITY
          && similarity >= minSimilarity
          && (float) (boost * similarity) >= minScore
          && (minMatchingBands == 0 || signatures.sharedBands() >= minMatchingBands);
    }

    @Override
    public float score() throws IOException {
      return (float) (boost * signatures.similarity(docID()));
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
}
