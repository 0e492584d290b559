package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
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
}
