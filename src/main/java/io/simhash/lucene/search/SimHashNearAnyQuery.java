package io.simhash.lucene.search;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches every document that is a neighbour of at least one of many fingerprints, with the best of
 * its scores: the same documents and scores as a disjunction of one {@link SimHashNearQuery} for
 * each, but in one pass over a segment. {@link #neighbours} tells of which fingerprints a document
 * is a neighbour.
 *
 * <p>In each segment either the block values of all fingerprints are looked up in the order of the
 * terms dictionary, each value once, or every doc value is compared with all fingerprints,
 * whichever is estimated to cost less. The result is exact for every distance from 0 to 64.
 *
 * <p>Cost in a segment of n documents with evenly spread fingerprints, for f fingerprints at
 * distance 3: 4f look-ups and f·n/16,384 verifications. A scan makes f·n comparisons of 64 bits.
 * Memory: 8 MB for candidates, and 8 bytes for each document that matches.
 */
public final class SimHashNearAnyQuery extends DocValueQuery {

  /** The maximum number of fingerprints. */
  public static final int MAX_FINGERPRINTS = 1_000;

  private final List<QueryFingerprint> fingerprints;
  private final NearRule rule;
  private final DistanceScore score;
  private final AnyCosts costs;
  private final Cancellation cancellation;

  /**
   * @param field the field that holds fingerprints and signatures
   * @param fingerprints 1 to {@value #MAX_FINGERPRINTS} fingerprints with different names
   * @param rule decides which documents are neighbours of a fingerprint
   * @param score the score of a neighbour
   */
  public SimHashNearAnyQuery(
      String field, List<QueryFingerprint> fingerprints, NearRule rule, DistanceScore score) {
    this(field, fingerprints, rule, score, AnyCosts.MEASURED, Cancellation.NONE);
  }

  /** For tests: other costs make the query use blocks, or a scan, in every segment. */
  SimHashNearAnyQuery(
      String field,
      List<QueryFingerprint> fingerprints,
      NearRule rule,
      DistanceScore score,
      AnyCosts costs,
      Cancellation cancellation) {
    super(field);
    this.fingerprints = requireCount(List.copyOf(fingerprints));
    this.rule = Objects.requireNonNull(rule, "rule");
    this.score = Objects.requireNonNull(score, "score");
    this.costs = costs;
    this.cancellation = Objects.requireNonNull(cancellation, "cancellation");
  }

  private static List<QueryFingerprint> requireCount(List<QueryFingerprint> fingerprints) {
    if (fingerprints.isEmpty() || fingerprints.size() > MAX_FINGERPRINTS) {
      throw invalid(
          "the query must have 1 to [%s] fingerprints but had [%s]",
          MAX_FINGERPRINTS, fingerprints.size());
    }
    Set<String> names = new HashSet<>();
    for (QueryFingerprint each : fingerprints) {
      if (names.add(each.name()) == false) {
        throw invalid("the query must have different names but had [%s] twice", each.name());
      }
    }
    return fingerprints;
  }

  /** The same query, whose searches can be cancelled. Equality ignores it. */
  public SimHashNearAnyQuery with(Cancellation other) {
    return new SimHashNearAnyQuery(field(), fingerprints, rule, score, costs, other);
  }

  List<QueryFingerprint> fingerprints() {
    return fingerprints;
  }

  NearRule rule() {
    return rule;
  }

  DistanceScore score() {
    return score;
  }

  AnyCosts costs() {
    return costs;
  }

  /** Whether signatures decide which documents match, or their scores. */
  boolean usesSignatures() {
    return rule.usesSignatures() || score == DistanceScore.SIMILARITY;
  }

  /** The field that holds the signatures of the texts. */
  String signatureField() {
    return SimHashFields.signatureField(field());
  }

  /** The names of the fingerprints that a document is a neighbour of. */
  @FunctionalInterface
  public interface Neighbours {

    /**
     * The names with the scores, in the order of the query.
     *
     * @param doc a document of the segment; documents must be asked for in ascending order
     */
    Map<String, Float> of(int doc) throws IOException;
  }

  /** Tells for the documents of a segment of which fingerprints they are neighbours. */
  public Neighbours neighbours(LeafReaderContext segment) throws IOException {
    AnyVerifier verifier = AnyVerifier.of(segment.reader(), this, 1);
    return verifier::named;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new SimHashNearAnyWeight(this, boost, cancellation.of(searcher));
  }

  @Override
  List<String> readFields() {
    List<String> fields = new ArrayList<>(SimHashFields.readFields(field()));
    fields.addAll(MinHashFields.readFields(signatureField()));
    return fields;
  }

  @Override
  String valueName() {
    return "fingerprint";
  }

  @Override
  List<?> properties() {
    return List.of(fingerprints, rule, score, costs);
  }

  @Override
  String description() {
    return "simhash_near(" + fingerprints.size() + " fingerprints~" + rule + "," + score + ")";
  }
}
