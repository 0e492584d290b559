package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import java.io.IOException;

/** Verifies candidates by their Hamming distance, then by their signatures, and scores them. */
final class SimHashNearScorer extends VerifyingScorer {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  /** The signatures of a segment, for one search thread. */
  record Signatures(SegmentPrefixes prefixes, SegmentSignatures text, SegmentSignatures second) {}

  private final NearRule rule;
  private final boolean usesSignatures;
  private final double secondMin;
  private final NearScores scores;
  private final NearDocs docs;
  private final Signatures signatures;
  private int maxDistance;

  /**
   * @param rule the query's rule, or what is left of it in a segment without signatures
   * @param docs the neighbours by distance, or all documents with a fingerprint
   */
  SimHashNearScorer(
      SimHashNearQuery query,
      NearRule rule,
      NearScores scores,
      NearDocs docs,
      Signatures signatures,
      Runnable cancellation) {
    super(docs, isDecided(query, rule, docs), verifyCost(query, rule), cancellation);
    this.rule = rule;
    this.usesSignatures = rule.usesSignatures();
    this.secondMin = secondMin(query);
    this.scores = scores;
    this.docs = docs;
    this.signatures = signatures;
    this.maxDistance = rule.maxDistance();
  }

  /** Whether all documents of the iterator match: their distance decides alone. */
  private static boolean isDecided(SimHashNearQuery query, NearRule rule, NearDocs docs) {
    return docs.isExact() && rule.usesSignatures() == false && secondMin(query) == 0;
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
    int distance = docs.distance();
    return distance <= maxDistance
        && (usesSignatures == false || isSimilar(doc, distance))
        && (secondMin == 0 || second(doc) >= secondMin);
  }

  /** Documents that are within the distance for certain have passed the prefixes, too. */
  private boolean isSimilar(int doc, int distance) throws IOException {
    return (docs.isExact() || signatures.prefixes().rejects(doc, distance) == false)
        && rule.holds(distance, signatures.text().similarity(doc));
  }

  /** The similarity of the second field; 0 without signatures to compare. */
  private double second(int doc) throws IOException {
    return Math.max(0, signatures.second().similarity(doc));
  }

  @Override
  public float score() throws IOException {
    double similarity = signatures.text().similarity(docID());
    return scores.score(docs.distance(), similarity, second(docID()));
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
    docs.setMaxDistance(maxDistance);
  }
}
