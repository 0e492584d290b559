package io.simhash.lucene.search;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.util.Optional;

/** The one place where a distance and a similarity become a score. */
final class NearScores {

  private final Optional<SecondOpinion> secondOpinion;
  private final float boost;
  private final double[] byDistance = new double[Fingerprint.BITS + 1];

  NearScores(SimHashNearQuery query, float boost) {
    this.secondOpinion = query.secondOpinion();
    this.boost = boost;
    for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
      byDistance[distance] = query.score().of(distance);
    }
  }

  /** {@code boost · s(H)}, or {@code boost · (mu · s(H) + (1 - mu) · J)} with a second opinion. */
  float score(int distance, double similarity) {
    double score = byDistance[distance];
    if (secondOpinion.isPresent()) {
      double mu = secondOpinion.get().mu();
      score = DistanceScore.mixed(mu, score, similarity);
    }
    return (float) (boost * score);
  }

  /** No document of that distance or a greater one scores more. */
  float most(int distance) {
    return score(distance, 1);
  }
}
