package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.search.DocIdSetIterator;

/** Verifies and scores candidates by their Hamming distance, then by their signatures. */
final class SimHashNearScorer extends VerifyingScorer {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  private final SegmentFingerprints fingerprints;
  private final Optional<SegmentSignatures> signatures;
  private final double minSimilarity;
  private final NearScores scores;
  private int maxDistance;
  private int distance;
  private int similarityDoc = -1;
  private double similarity;

  /**
   * @param candidates may be the iterator of {@code fingerprints}
   * @param signatures present if the query has a {@link SignatureCheck}
   */
  SimHashNearScorer(
      SimHashNearQuery query,
      NearScores scores,
      DocIdSetIterator candidates,
      SegmentFingerprints fingerprints,
      Optional<SegmentSignatures> signatures) {
    super(candidates, verifyCost(query.signatureCheck()));
    this.fingerprints = fingerprints;
    this.signatures = signatures;
    this.minSimilarity = minSimilarity(query.signatureCheck());
    this.scores = scores;
    this.maxDistance = query.plan().maxDistance();
  }

  /** Signatures are part of the check only where they can exclude a document. */
  private static float verifyCost(Optional<SignatureCheck> check) {
    return minSimilarity(check) == 0 ? DISTANCE_COST : DISTANCE_COST + check.orElseThrow().cost();
  }

  private static double minSimilarity(Optional<SignatureCheck> check) {
    return check.map(SignatureCheck::minSimilarity).orElse(0.0);
  }

  @Override
  boolean verify(int doc) throws IOException {
    if (fingerprints.advanceExact(doc) == false) {
      return false;
    }
    distance = fingerprints.distance();
    return distance <= maxDistance && (minSimilarity == 0 || similarity(doc) >= minSimilarity);
  }

  /** The estimated similarity of a document, read once; 0 without a signature check. */
  private double similarity(int doc) throws IOException {
    if (similarityDoc != doc && signatures.isPresent()) {
      similarityDoc = doc;
      similarity = signatures.get().similarity(doc);
    }
    return similarity;
  }

  @Override
  public float score() throws IOException {
    return scores.score(distance, similarity(docID()));
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
