package io.simhash.lucene.search;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/** Verifies candidates by their Hamming distance, then by their signatures, and scores them. */
final class SimHashNearScorer extends VerifyingScorer {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  /** The values of a segment, for one search thread. */
  record Values(
      NumericDocValues fingerprints,
      SegmentPrefixes prefixes,
      SegmentSignatures signatures,
      SegmentSignatures second) {}

  private final long fingerprint;
  private final NearRule rule;
  private final boolean usesSignatures;
  private final double secondMin;
  private final NearScores scores;
  private final Values values;
  private int maxDistance;
  private int distance;

  /**
   * @param rule the query's rule, or what is left of it in a segment without signatures
   * @param candidates may be the same object as the fingerprints of {@code values}
   */
  SimHashNearScorer(
      SimHashNearQuery query,
      NearRule rule,
      NearScores scores,
      DocIdSetIterator candidates,
      Values values,
      Runnable cancellation) {
    super(candidates, verifyCost(query, rule), cancellation);
    this.fingerprint = query.fingerprint();
    this.rule = rule;
    this.usesSignatures = rule.usesSignatures();
    this.secondMin = secondMin(query);
    this.scores = scores;
    this.values = values;
    this.maxDistance = rule.maxDistance();
  }

  /** Signatures are part of the check only where they can exclude a document. */
  private static float verifyCost(SimHashNearQuery query, NearRule rule) {
    float cost = DISTANCE_COST;
    if (rule.usesSignatures()) {
      cost += SegmentSignatures.cost(query.signature());
    }
    if (secondMin(query) > 0) {
      cost += SegmentSignatures.cost(query.minHash().orElseThrow().signature());
    }
    return cost;
  }

  private static double secondMin(SimHashNearQuery query) {
    return query.minHash().map(SignatureCheck::minSimilarity).orElse(0.0);
  }

  @Override
  boolean verify(int doc) throws IOException {
    if (values.fingerprints().advanceExact(doc) == false) {
      return false;
    }
    distance = Fingerprint.distance(values.fingerprints().longValue(), fingerprint);
    return distance <= maxDistance
        && (usesSignatures == false || isSimilar(doc))
        && (secondMin == 0 || second(doc) >= secondMin);
  }

  private boolean isSimilar(int doc) throws IOException {
    return values.prefixes().rejects(doc, distance) == false
        && rule.holds(distance, values.signatures().similarity(doc));
  }

  /** The similarity of the second field; 0 without signatures to compare. */
  private double second(int doc) throws IOException {
    return Math.max(0, values.second().similarity(doc));
  }

  @Override
  public float score() throws IOException {
    return scores.score(distance, values.signatures().similarity(docID()), second(docID()));
  }

  @Override
  public float getMaxScore(int upTo) {
    return scores.maxScore(0);
  }

  /** Lowers the maximum distance to the largest one that can still score {@code minScore}. */
  @Override
  public void setMinCompetitiveScore(float minScore) {
    while (maxDistance >= 0 && scores.maxScore(maxDistance) < minScore) {
      maxDistance--;
    }
  }
}
