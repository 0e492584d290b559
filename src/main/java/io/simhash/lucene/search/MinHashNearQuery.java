package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose signature says that its set is at least so similar to the query's,
 * and scores it by that similarity: {@code boost · J} with the estimated Jaccard similarity J.
 *
 * <p>The field must be laid down by {@link io.simhash.lucene.document.MinHashFields}. Without bands
 * all signatures are read, and the result is exact for the estimate: no document whose estimated
 * similarity reaches the threshold is missed. That costs one comparison of signatures for every
 * document that has one.
 *
 * <p>With bands only documents that share {@link MatchingBands#least} band terms or more are
 * compared. That is fast and <b>misses documents</b>: one of true similarity J is a candidate with
 * the probability {@link Bands#probability}, not with certainty. It suits where the threshold is
 * well above the similarity at which that probability falls; where none must be missed, leave the
 * bands out.
 */
public final class MinHashNearQuery extends Query {

  /** The least similarity where none is named. */
  public static final double DEFAULT_MIN_SIMILARITY = 0.5;

  private final String field;
  private final MinHash minHash;
  private final byte[] signature;
  private final double minSimilarity;
  private final Optional<MatchingBands> bands;

  /**
   * @param field the field that holds signatures and, where bands are named, band terms
   * @param minHash the family of the signatures
   * @param signature the query's signature
   * @param minSimilarity the least estimated Jaccard similarity, in [0, 1]
   * @param bands what makes a candidate, or {@code null} to compare all documents
   */
  public MinHashNearQuery(
      String field, MinHash minHash, byte[] signature, double minSimilarity, MatchingBands bands) {
    this.field = Objects.requireNonNull(field, "field");
    this.minHash = Objects.requireNonNull(minHash, "minHash");
    this.signature = signature.clone();
    if (signature.length != minHash.signatureBytes()) {
      throw new IllegalArgumentException(
          "a signature of ["
              + field
              + "] must have ["
              + minHash.signatureBytes()
              + "] bytes but had ["
              + signature.length
              + "]");
    }
    this.minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity);
    this.bands = Optional.ofNullable(bands);
  }

  String field() {
    return field;
  }

  MinHash minHash() {
    return minHash;
  }

  byte[] signature() {
    return signature;
  }

  double minSimilarity() {
    return minSimilarity;
  }

  Optional<MatchingBands> bands() {
    return bands;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null && info.getDocValuesType() != DocValuesType.NONE) {
        return this;
      }
    }
    return new MatchNoDocsQuery("no document has a signature in [" + field + "]");
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    if (bands.isEmpty()) {
      return new MinHashNearWeight(this, boost, null);
    }
    Query candidates = searcher.rewrite(candidates(bands.get()));
    Weight weight = searcher.createWeight(candidates, ScoreMode.COMPLETE_NO_SCORES, 1);
    return new MinHashNearWeight(this, boost, weight);
  }

  private Query candidates(MatchingBands matching) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (String term : matching.terms()) {
      query.add(new TermQuery(new Term(field, term)), BooleanClause.Occur.SHOULD);
    }
    return query.setMinimumNumberShouldMatch(matching.least()).build();
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo(getClass().cast(other));
  }

  private boolean equalsTo(MinHashNearQuery that) {
    return field.equals(that.field)
        && minHash.equals(that.minHash)
        && Arrays.equals(signature, that.signature)
        && minSimilarity == that.minSimilarity
        && bands.equals(that.bands);
  }

  @Override
  public int hashCode() {
    return 31 * classHash()
        + Objects.hash(field, minHash, Arrays.hashCode(signature), minSimilarity, bands);
  }

  @Override
  public String toString(String defaultField) {
    String prefix = field.equals(defaultField) ? "" : field + ":";
    String candidates = bands.map(b -> "," + b).orElse("");
    return prefix + "minhash_near(J>=" + minSimilarity + candidates + ")";
  }
}
