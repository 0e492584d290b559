package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose fingerprint lies within a Hamming distance of the query's and whose
 * signature, where both sides have one, is similar enough: see {@link NearRule}.
 *
 * <p>The field must be indexed by {@link io.simhash.lucene.document.SimHashFields}. In each segment
 * the block terms of a {@link ProbePlan} give candidates, and the fingerprint of each candidate
 * decide. The result is exact for every distance from 0 to 64: no neighbour is missed, whatever the
 * segments or deletions. Where looking up the block terms would cost more than comparing all
 * fingerprints, as at large distances or in small segments, all fingerprints are compared.
 *
 * <p>Score: {@code boost · s} with the {@link DistanceScore} s or, with a {@link SignatureCheck} of
 * a second field, {@code boost · (mu · s + (1 - mu) · J)} with the estimated Jaccard similarity J
 * of that field's signatures, 0 for a document without one.
 *
 * <p>Cost in a segment of n documents with evenly spread fingerprints: 4 term look-ups and n/16,384
 * candidates at distance 3; 68 and n/964 at 7; 548 and n/120 at 11. Where all documents have a
 * fingerprint, this is cheaper than comparing all n from 2,556 documents at distance 3, from 46,332
 * at 7, from 745,328 at 11, and never from distance 12. Where some documents have no fingerprint, a
 * comparison is expensive and blocks win from 299, 5,150, 47,093 and, at distance 12, 112,996
 * documents. A comparison of signatures costs as much as comparing a thousand fingerprints. To find
 * exact copies of a text, a keyword field with a digest is cheaper.
 */
public final class SimHashNearQuery extends DocValueQuery {

  private final long fingerprint;
  private final Optional<Signature> signature;
  private final NearRule rule;
  private final DistanceScore score;
  private final Optional<SignatureCheck> minHash;
  private final BlockCosts costs;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds fingerprints and signatures
   * @param fingerprint the query's fingerprint
   * @param signature the signature of the query's text; empty if it is not known
   * @param rule decides which documents are neighbours
   * @param score the score of a neighbour
   * @param minHash a second field to compare with
   */
  public SimHashNearQuery(
      String field,
      long fingerprint,
      Optional<Signature> signature,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash) {
    this(field, fingerprint, signature, rule, score, minHash, BlockCosts.MEASURED);
  }

  /** The neighbours within a distance, whatever their signatures. */
  public SimHashNearQuery(String field, long fingerprint, int maxDistance, DistanceScore score) {
    this(
        field,
        fingerprint,
        Optional.empty(),
        NearRule.ofDistance(maxDistance),
        score,
        Optional.empty());
  }

  /** For tests: other costs make the query use blocks, or a scan, in every segment. */
  SimHashNearQuery(
      String field,
      long fingerprint,
      Optional<Signature> signature,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash,
      BlockCosts costs) {
    this(field, fingerprint, signature, rule, score, minHash, costs, Cancellation.NONE);
  }

  private SimHashNearQuery(
      String field,
      long fingerprint,
      Optional<Signature> signature,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash,
      BlockCosts costs,
      Cancellation cancellation) {
    super(field);
    this.fingerprint = fingerprint;
    this.rule = Objects.requireNonNull(rule, "rule");
    this.score = Objects.requireNonNull(score, "score");
    Objects.requireNonNull(signature, "signature");
    // A signature that decides nothing is not read.
    this.signature =
        rule.usesSignatures() || score == DistanceScore.SIMILARITY ? signature : Optional.empty();
    this.minHash = Objects.requireNonNull(minHash, "minHash");
    this.costs = costs;
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  /** The same query, whose searches can be cancelled. Equality ignores it. */
  public SimHashNearQuery with(Cancellation other) {
    return new SimHashNearQuery(
        field(), fingerprint, signature, rule, score, minHash, costs, other);
  }

  long fingerprint() {
    return fingerprint;
  }

  Optional<Signature> signature() {
    return signature;
  }

  NearRule rule() {
    return rule;
  }

  DistanceScore score() {
    return score;
  }

  Optional<SignatureCheck> minHash() {
    return minHash;
  }

  BlockCosts costs() {
    return costs;
  }

  /** The field that holds the signatures of the texts. */
  String signatureField() {
    return SimHashFields.signatureField(field());
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    SearchReport report = new SearchReport();
    report.show(searcher);
    return new SimHashNearWeight(this, boost, cancellation.of(searcher), report);
  }

  @Override
  List<String> readFields() {
    List<String> fields = new ArrayList<>(SimHashFields.readFields(field()));
    if (signature.isPresent()) {
      fields.addAll(MinHashFields.readFields(signatureField()));
    }
    minHash.ifPresent(check -> fields.addAll(MinHashFields.readFields(check.field())));
    return fields;
  }

  @Override
  String valueName() {
    return "fingerprint";
  }

  @Override
  List<?> properties() {
    return List.of(fingerprint, signature, rule, score, minHash, costs);
  }

  @Override
  String description() {
    String check = minHash.map(c -> "," + c).orElse("");
    return "simhash_near("
        + Fingerprint.toHex(fingerprint)
        + "~"
        + rule
        + ","
        + score
        + check
        + ")";
  }
}
