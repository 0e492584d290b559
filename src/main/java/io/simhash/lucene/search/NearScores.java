package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;

/**
 * Scores of a {@link SimHashNearQuery}: {@code boost · s} or, with a second field, {@code boost ·
 * (mu · s + (1 - mu) · J)}. Where there is no distance, s is the similarity whatever the score.
 */
final class NearScores {

  private final double[] byDistance = new double[Fingerprint.BITS + 1];
  private final boolean bySimilarity;
  private final double mu;
  private final float boost;

  NearScores(SimHashNearQuery query, float boost) {
    for (int distance = 0; distance <= Fingerprint.BITS; distance++) {
      byDistance[distance] = query.score().of(distance);
    }
    this.bySimilarity = query.score() == DistanceScore.SIMILARITY;
    this.mu = query.minHash().map(SignatureCheck::mu).orElse(1.0);
    this.boost = boost;
  }

  /**
   * The score of a neighbour.
   *
   * @param distance that of the fingerprints, or {@link NearRule#NO_DISTANCE}
   * @param similarity that of the texts, or {@link NearRule#NO_SIMILARITY}
   * @param second the similarity J of the second field, in [0, 1]
   */
  float score(int distance, double similarity, double second) {
    boolean compared =
        distance == NearRule.NO_DISTANCE || bySimilarity && similarity != NearRule.NO_SIMILARITY;
    return mixed(compared ? similarity : byDistance[distance], second);
  }

  /** The maximum score. */
  float maxScore() {
    return mixed(1, 1);
  }

  private float mixed(double score, double second) {
    return (float) (boost * DistanceScore.mixed(mu, score, second));
  }
}
