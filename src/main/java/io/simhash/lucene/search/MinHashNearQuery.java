package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose estimated Jaccard similarity J to the query reaches a minimum, and
 * scores it by that similarity: {@code boost · J}. J is estimated from the two MinHash signatures.
 *
 * <p>The field must be indexed by {@link io.simhash.lucene.document.MinHashFields}. Without bands
 * every document is compared: first the prefixes of the signatures, of 8 bytes each, and then the
 * whole signatures where the prefixes agree often enough. A document whose true similarity is the
 * minimum is missed because of its prefix with a probability of at most 1 in 200, a more similar
 * one more rarely, an equal one never; see {@link io.simhash.core.minhash.SignaturePrefix}. Where
 * there are no prefixes all signatures are compared, and every document whose estimated similarity
 * reaches the minimum is found.
 *
 * <p>With bands only documents that share {@link MatchingBands#min} band terms or more are
 * compared. That is fast and <b>misses documents</b>: one of true similarity J is a candidate with
 * the probability {@link Bands#probability}, not with certainty. Use bands if the minimum is well
 * above the similarity at which that probability falls, and no bands if no document may be missed.
 */
public final class MinHashNearQuery extends DocValueQuery {

  /** The default minimum similarity. */
  public static final double DEFAULT_MIN_SIMILARITY = 0.5;

  private final Signature signature;
  private final double minSimilarity;
  private final Optional<MatchingBands> bands;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds signatures and, if there are bands, band terms
   * @param signature the query's signature
   * @param minSimilarity minimum estimated Jaccard similarity, in [0, 1]
   * @param bands the bands that candidates share, or {@code null} to compare all documents
   */
  public MinHashNearQuery(
      String field, Signature signature, double minSimilarity, MatchingBands bands) {
    this(field, signature, minSimilarity, Optional.ofNullable(bands), Cancellation.NONE);
  }

  private MinHashNearQuery(
      String field,
      Signature signature,
      double minSimilarity,
      Optional<MatchingBands> bands,
      Cancellation cancellation) {
    super(field);
    this.signature = Objects.requireNonNull(signature, "signature");
    // Adding 0 turns -0 into 0: equal queries must have equal hash codes.
    this.minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    this.bands = bands;
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  /** The same query, whose searches can be cancelled. Equality ignores it. */
  public MinHashNearQuery with(Cancellation other) {
    return new MinHashNearQuery(field(), signature, minSimilarity, bands, other);
  }

  Signature signature() {
    return signature;
  }

  double minSimilarity() {
    return minSimilarity;
  }

  Optional<MatchingBands> bands() {
    return bands;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    Optional<Weight> candidates = Optional.empty();
    if (bands.isPresent()) {
      Query query = searcher.rewrite(sharing(bands.get()));
      candidates = Optional.of(searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    return new MinHashNearWeight(this, boost, candidates, cancellation.of(searcher));
  }

  /** Matches documents that share enough bands. */
  private Query sharing(MatchingBands matching) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (String term : matching.terms()) {
      query.add(new TermQuery(new Term(field(), term)), BooleanClause.Occur.SHOULD);
    }
    return query.setMinimumNumberShouldMatch(matching.min()).build();
  }

  @Override
  List<String> readFields() {
    return MinHashFields.readFields(field());
  }

  @Override
  String valueName() {
    return "signature";
  }

  @Override
  List<?> properties() {
    return List.of(signature, minSimilarity, bands);
  }

  @Override
  String description() {
    String candidates = bands.map(b -> "," + b).orElse("");
    return "minhash_near(J>=" + minSimilarity + candidates + ")";
  }
}
