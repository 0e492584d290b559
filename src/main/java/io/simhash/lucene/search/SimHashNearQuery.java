package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose fingerprint lies within a Hamming distance of the query's, and
 * scores it by that distance.
 *
 * <p>The field must be laid down by {@link io.simhash.lucene.document.SimHashFields}. In each
 * segment the block terms of a {@link ProbePlan} give candidates, and the doc value of each
 * candidate decides. The result is exact for every distance from 0 to 64: no neighbour is missed,
 * whatever the segments or deletions. Where looking up the block terms would cost more than reading
 * all doc values, as with wide distances or small segments, the doc values are read.
 *
 * <p>Score: {@code boost · s(H)} with the {@link DistanceScore} s, or, with a {@link
 * SecondOpinion}, {@code boost · (mu · s(H) + (1 - mu) · J)} with the estimated Jaccard similarity
 * J of the two signatures, 0 for a document without one.
 *
 * <p>Cost in a segment of n documents with evenly spread fingerprints: 4 term look-ups and n/16,384
 * verifications at distance 3; 68 and n/964 at 7; a scan from about 11 on. Do not use it where the
 * exact same text is looked for: a keyword field with a digest is cheaper.
 */
public final class SimHashNearQuery extends Query {

  /**
   * The distance where none is named: the one that suits {@link
   * io.simhash.core.profile.Preset#DEFAULT}. Of unrelated fingerprints 0.23 in a million lie within
   * it by chance, {@code Σ C(64, i) / 2^64} for i = 0 to 12.
   */
  public static final int DEFAULT_MAX_DISTANCE = 12;

  private final String field;
  private final long fingerprint;
  private final ProbePlan plan;
  private final DistanceScore score;
  private final Optional<SecondOpinion> secondOpinion;

  /**
   * @param field the field that holds fingerprints
   * @param fingerprint the query's fingerprint
   * @param maxDistance the largest Hamming distance, 0 to 64
   * @param score what a distance is worth
   * @param secondOpinion a signature to compare with, or {@code null}
   */
  public SimHashNearQuery(
      String field,
      long fingerprint,
      int maxDistance,
      DistanceScore score,
      SecondOpinion secondOpinion) {
    this.field = Objects.requireNonNull(field, "field");
    this.fingerprint = fingerprint;
    this.plan = new ProbePlan(maxDistance);
    this.score = Objects.requireNonNull(score, "score");
    this.secondOpinion = Optional.ofNullable(secondOpinion);
  }

  String field() {
    return field;
  }

  long fingerprint() {
    return fingerprint;
  }

  ProbePlan plan() {
    return plan;
  }

  DistanceScore score() {
    return score;
  }

  Optional<SecondOpinion> secondOpinion() {
    return secondOpinion;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
      if (info != null && info.getDocValuesType() != DocValuesType.NONE) {
        return this;
      }
    }
    return new MatchNoDocsQuery("no document has a fingerprint in [" + field + "]");
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new SimHashNearWeight(this, boost);
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

  private boolean equalsTo(SimHashNearQuery that) {
    return field.equals(that.field)
        && fingerprint == that.fingerprint
        && plan.equals(that.plan)
        && score == that.score
        && secondOpinion.equals(that.secondOpinion);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + Objects.hash(field, fingerprint, plan, score, secondOpinion);
  }

  @Override
  public String toString(String defaultField) {
    String prefix = field.equals(defaultField) ? "" : field + ":";
    String opinion = secondOpinion.map(o -> "," + o).orElse("");
    return prefix
        + "simhash_near("
        + Fingerprint.toHex(fingerprint)
        + "~"
        + plan.radius()
        + ","
        + score
        + opinion
        + ")";
  }
}
