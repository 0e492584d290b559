package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose fingerprint lies within a Hamming distance of the query's, and
 * scores it by that distance.
 *
 * <p>The field must be indexed by {@link io.simhash.lucene.document.SimHashFields}. In each segment
 * the block terms of a {@link ProbePlan} give candidates, and the doc value of each candidate
 * decides. The result is exact for every distance from 0 to 64: no neighbour is missed, whatever
 * the segments or deletions. Where looking up the block terms would cost more than reading all doc
 * values, as at large distances or in small segments, all doc values are read.
 *
 * <p>Score: {@code boost · s(H)} with the {@link DistanceScore} s, or, with a {@link
 * SignatureCheck}, {@code boost · (mu · s(H) + (1 - mu) · J)} with the estimated Jaccard similarity
 * J of the two signatures, 0 for a document without one.
 *
 * <p>Cost in a segment of n documents with evenly spread fingerprints: 4 term look-ups and n/16,384
 * verifications at distance 3; 68 and n/964 at 7; 548 and n/120 at 11. This is cheaper than reading
 * all n doc values from 1,300 documents at distance 3, from 22,762 at 7, from 1,003,551 at 11, and
 * never from distance 12. To find exact copies of a text, a keyword field with a digest is cheaper.
 */
public final class SimHashNearQuery extends DocValueQuery {

  /**
   * The default maximum distance, which suits {@link io.simhash.core.profile.Preset#DEFAULT}. Of
   * unrelated fingerprints 0.23 in a million lie within it by chance, {@code Σ C(64, i) / 2^64} for
   * i = 0 to 12.
   */
  public static final int DEFAULT_MAX_DISTANCE = 12;

  private final long fingerprint;
  private final ProbePlan plan;
  private final DistanceScore score;
  private final Optional<SignatureCheck> signatureCheck;
  private final BlockCosts costs;

  /**
   * @param field the field that holds fingerprints
   * @param fingerprint the query's fingerprint
   * @param maxDistance maximum Hamming distance, 0 to 64
   * @param score the score of a distance
   * @param signatureCheck a signature to compare with, or {@code null}
   */
  public SimHashNearQuery(
      String field,
      long fingerprint,
      int maxDistance,
      DistanceScore score,
      SignatureCheck signatureCheck) {
    this(field, fingerprint, maxDistance, score, signatureCheck, BlockCosts.MEASURED);
  }

  /** For tests: other costs make the query use blocks, or a scan, in every segment. */
  SimHashNearQuery(
      String field,
      long fingerprint,
      int maxDistance,
      DistanceScore score,
      SignatureCheck signatureCheck,
      BlockCosts costs) {
    super(field);
    this.fingerprint = fingerprint;
    this.plan = new ProbePlan(maxDistance);
    this.score = Objects.requireNonNull(score, "score");
    this.signatureCheck = Optional.ofNullable(signatureCheck);
    this.costs = costs;
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

  Optional<SignatureCheck> signatureCheck() {
    return signatureCheck;
  }

  BlockCosts costs() {
    return costs;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new SimHashNearWeight(this, boost);
  }

  @Override
  String valueName() {
    return "fingerprint";
  }

  @Override
  List<?> properties() {
    return List.of(fingerprint, plan, score, signatureCheck, costs);
  }

  @Override
  String description() {
    String check = signatureCheck.map(c -> "," + c).orElse("");
    return "simhash_near("
        + Fingerprint.toHex(fingerprint)
        + "~"
        + plan.maxDistance()
        + ","
        + score
        + check
        + ")";
  }
}
