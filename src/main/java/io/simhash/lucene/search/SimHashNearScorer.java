package io.simhash.lucene.search;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/** Verifies and scores candidates by their Hamming distance, then by their signatures. */
final class SimHashNearScorer extends VerifyingScorer {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  private final SimHashNearQuery query;
  private final NearScores scores;
  private final NumericDocValues fingerprints;
  private final BinaryDocValues signatures;
  private final double minSimilarity;
  private int maxDistance;
  private int distance;
  private int similarityDoc = -1;
  private double similarity;

  /**
   * @param fingerprints the fingerprints of the segment; {@code candidates} may be the same object
   * @param signatures the signatures of the segment, read if the query has a signature check
   */
  SimHashNearScorer(
      SimHashNearQuery query,
      NearScores scores,
      DocIdSetIterator candidates,
      NumericDocValues fingerprints,
      BinaryDocValues signatures) {
    super(candidates, verifyCost(query.signatureCheck()));
    this.query = query;
    this.scores = scores;
    this.fingerprints = fingerprints;
    this.signatures = signatures;
    this.minSimilarity = minSimilarity(query.signatureCheck());
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
    distance = Fingerprint.distance(fingerprints.longValue(), query.fingerprint());
    return distance <= maxDistance && (minSimilarity == 0 || similarity(doc) >= minSimilarity);
  }

  /** The estimated similarity of a document, read once; 0 without a signature check. */
  private double similarity(int doc) throws IOException {
    if (similarityDoc != doc && query.signatureCheck().isPresent()) {
      similarityDoc = doc;
      similarity = query.signatureCheck().get().similarity(signatures, doc);
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
