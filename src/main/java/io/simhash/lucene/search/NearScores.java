package io.simhash.lucene.search;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;

/**
 * Scores of a {@link SimHashNearQuery}: {@code boost · s(H)} or, with a {@link SignatureCheck},
 * {@code boost · (mu · s(H) + (1 - mu) · J)}.
 */
final class NearScores {

  private final double[] byDistance = new double[Fingerprint.BITS + 1];
  private final double mu;
  private final float boost;

  NearScores(SimHashNearQuery query, float boost) {
    for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
      byDistance[distance] = query.score().of(distance);
    }
    this.mu = query.signatureCheck().map(SignatureCheck::mu).orElse(1.0);
    this.boost = boost;
  }

  /** The score at a distance H and a similarity J. */
  float score(int distance, double similarity) {
    return (float) (boost * DistanceScore.mixed(mu, byDistance[distance], similarity));
  }

  /** The maximum score of all documents at this distance or a greater one. */
  float maxScore(int distance) {
    return score(distance, 1);
  }
}
