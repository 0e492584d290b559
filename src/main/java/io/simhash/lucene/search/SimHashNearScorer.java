package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/** Verifies candidates by their fingerprints, then by their signatures, and scores them. */
final class SimHashNearScorer extends VerifyingScorer {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  private final SegmentNear near;
  private final double secondMin;
  private final NearScores scores;

  /**
   * @param candidates all neighbours are among them
   * @param decided whether all of them are neighbours by the rule
   */
  SimHashNearScorer(
      SimHashNearQuery query,
      NearScores scores,
      SegmentNear near,
      DocIdSetIterator candidates,
      boolean decided,
      Runnable cancellation) {
    super(candidates, decided && secondMin(query) == 0, verifyCost(query), cancellation);
    this.near = near;
    this.secondMin = secondMin(query);
    this.scores = scores;
  }

  private static float verifyCost(SimHashNearQuery query) {
    float cost = DISTANCE_COST + SegmentSignatures.cost(query.signature());
    return secondMin(query) > 0
        ? cost + SegmentSignatures.cost(query.minHash().orElseThrow().signature())
        : cost;
  }

  private static double secondMin(SimHashNearQuery query) {
    return query.minHash().map(SignatureCheck::minSimilarity).orElse(0.0);
  }

  @Override
  boolean verify(int doc) throws IOException {
    return near.isNeighbour(doc) && (secondMin == 0 || near.second(doc) >= secondMin);
  }

  @Override
  public float score() throws IOException {
    int doc = docID();
    return scores.score(near.distance(doc), near.similarity(doc), near.second(doc));
  }

  @Override
  public float getMaxScore(int upTo) {
    return scores.maxScore();
  }

  /** Compares the documents of one segment with a query, for one search thread. */
  static final class SegmentNear {

    private final SimHashNearQuery query;
    private final NearRule rule;
    private final int maxDistance;
    private final NumericDocValues fingerprints;
    private final SegmentSignatures signatures;
    private final SegmentSignatures second;

    /** Documents must be asked for in ascending order. */
    SegmentNear(LeafReader reader, SimHashNearQuery query) throws IOException {
      this.query = query;
      this.rule = query.rule();
      this.maxDistance = Math.max(rule.maxDistance(), rule.maxDistanceAlone());
      this.fingerprints = SegmentFingerprints.docValues(reader, query.field());
      this.signatures = new SegmentSignatures(reader, query.signatureField(), query.signature());
      this.second =
          new SegmentSignatures(
              reader,
              query.minHash().map(SignatureCheck::field).orElse(""),
              query.minHash().flatMap(SignatureCheck::signature));
    }

    boolean isNeighbour(int doc) throws IOException {
      int distance = distance(doc);
      if (distance > maxDistance) {
        return false;
      }
      double similarity = similarity(doc);
      return rule.holds(distance, similarity) && sharesBand(similarity);
    }

    /** Whether the document shares the bands that the rule asks for. */
    private boolean sharesBand(double similarity) throws IOException {
      return similarity == NearRule.NO_SIMILARITY
          || rule.usesBands() == false
          || signatures.sharedBands() > 0;
    }

    /** The distance, or {@link NearRule#NO_DISTANCE} if one of the two has no fingerprint. */
    int distance(int doc) throws IOException {
      return query.fingerprint().isPresent() && fingerprints.advanceExact(doc)
          ? Fingerprint.distance(fingerprints.longValue(), query.fingerprint().getAsLong())
          : NearRule.NO_DISTANCE;
    }

    /** The fingerprint of a document, after {@link #distance} of the same one was found. */
    long fingerprint() throws IOException {
      return fingerprints.longValue();
    }

    /** The similarity, or {@link NearRule#NO_SIMILARITY} without signatures to compare. */
    double similarity(int doc) throws IOException {
      return signatures.similarity(doc);
    }

    /** The similarity of the second field; 0 without signatures to compare. */
    double second(int doc) throws IOException {
      return Math.max(0, second.similarity(doc));
    }
  }

  /**
   * Scores of a {@link SimHashNearQuery}: {@code boost · s} or, with a second field, {@code boost ·
   * (mu · s + (1 - mu) · J)}. Where there is no distance, s is the similarity whatever the score.
   */
  static final class NearScores {

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
}
