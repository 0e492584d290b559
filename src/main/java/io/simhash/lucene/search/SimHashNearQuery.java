package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches every document whose value is a neighbour of the query's by a {@link NearRule}: its
 * signature is similar enough and its fingerprint within a Hamming distance.
 *
 * <p>The field must be indexed by {@link io.simhash.lucene.document.SimHashFields}. In each segment
 * candidates are found in one of these ways, and the fingerprint and the signature of each decide:
 *
 * <ul>
 *   <li>Where the rule uses bands: the documents that share a band with the query's signature, and
 *       those that have no signature to compare, see {@link BandCandidates}.
 *   <li>Where signatures are not compared: by the block terms of a {@link ProbePlan}; where looking
 *       them up would cost more than comparing all fingerprints, as at large distances or in small
 *       segments, all fingerprints are compared. Exact for every distance from 0 to 64.
 *   <li>With signatures and a lower minimum similarity, where band terms cannot be seen, and where
 *       other clauses of a search leave few documents: all documents, or those.
 * </ul>
 *
 * <p>Score: {@code boost · s} with the {@link DistanceScore} s or, with a {@link SignatureCheck} of
 * a second field, {@code boost · (mu · s + (1 - mu) · J)} with the estimated Jaccard similarity J
 * of that field's signatures, 0 for a document without one.
 *
 * <p>Cost in a segment of n documents with evenly spread values: by bands 33 term look-ups and n /
 * 2,048 candidates. By blocks 4 term look-ups and n / 16,384 candidates at distance 3; 68 and n /
 * 964 at 7; 548 and n / 120 at 11. Where all documents have a fingerprint, blocks are cheaper than
 * comparing all n from 2,556 documents at distance 3, from 46,332 at 7, from 745,328 at 11, and
 * never from distance 12; where some have none, from 299, 5,150, 47,093 and, at distance 12,
 * 112,996. To find exact copies of a text, a keyword field with a digest is cheaper.
 */
public final class SimHashNearQuery extends DocValueQuery {

  private final NearValue value;
  private final NearRule rule;
  private final DistanceScore score;
  private final Optional<SignatureCheck> minHash;
  private final BlockCosts costs;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds fingerprints and signatures
   * @param value the fingerprint and the signature of the query's text
   * @param rule decides which documents are neighbours
   * @param score the score of a neighbour
   * @param minHash a second field to compare with
   */
  public SimHashNearQuery(
      String field,
      NearValue value,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash) {
    this(field, value, rule, score, minHash, BlockCosts.MEASURED, Cancellation.NONE);
  }

  /** The neighbours within a distance, whatever their signatures. */
  public SimHashNearQuery(String field, long fingerprint, int maxDistance, DistanceScore score) {
    this(
        field,
        new NearValue(fingerprint, Optional.empty()),
        NearRule.ofDistance(maxDistance),
        score,
        Optional.empty());
  }

  /** For tests: other costs make the query use blocks, or a scan, in every segment. */
  SimHashNearQuery(
      String field,
      NearValue value,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash,
      BlockCosts costs) {
    this(field, value, rule, score, minHash, costs, Cancellation.NONE);
  }

  private SimHashNearQuery(
      String field,
      NearValue value,
      NearRule rule,
      DistanceScore score,
      Optional<SignatureCheck> minHash,
      BlockCosts costs,
      Cancellation cancellation) {
    super(field);
    this.value = Objects.requireNonNull(value, "value");
    this.rule = Objects.requireNonNull(rule, "rule");
    this.score = Objects.requireNonNull(score, "score");
    this.minHash = Objects.requireNonNull(minHash, "minHash");
    this.costs = costs;
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  /** The same query, whose searches can be cancelled. Equality ignores it. */
  public SimHashNearQuery with(Cancellation other) {
    return new SimHashNearQuery(field(), value, rule, score, minHash, costs, other);
  }

  /** Empty where the query's text has none: then the similarity decides alone. */
  OptionalLong fingerprint() {
    return value.fingerprint();
  }

  /** Empty where it is not compared. */
  Optional<Signature> signature() {
    return rule.usesSignatures() ? value.signature() : Optional.empty();
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
    minHash.ifPresent(check -> fields.add(check.field()));
    return fields;
  }

  @Override
  List<String> valueFields() {
    return List.of(field(), signatureField());
  }

  @Override
  String valueName() {
    return "fingerprint or signature";
  }

  @Override
  List<?> properties() {
    return List.of(fingerprint(), signature(), rule, score, minHash, costs);
  }

  @Override
  String description() {
    OptionalLong of = fingerprint();
    String shown = of.isPresent() ? Fingerprint.toHex(of.getAsLong()) : "short text";
    String check = minHash.map(c -> "," + c).orElse("");
    return "simhash_near(" + shown + "~" + rule + "," + score + check + ")";
  }
}
