package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;

/** Verifies candidates: the cheap comparison of fingerprints first, that of signatures after it. */
final class NearIterator extends TwoPhaseIterator {

  /** One doc value and a population count. */
  private static final float DISTANCE_COST = 5;

  /** Comparing two signatures of 128 bytes. */
  private static final float SIMILARITY_COST = 100;

  private final Neighbours neighbours;
  private final NearScores scores;
  private final double minSimilarity;
  private int maxDistance;
  private int distance;
  private double similarity;
  private int similarityOf = -1;

  NearIterator(
      SimHashNearQuery query,
      Neighbours neighbours,
      NearScores scores,
      DocIdSetIterator approximation) {
    super(approximation);
    this.neighbours = neighbours;
    this.scores = scores;
    this.maxDistance = query.plan().radius();
    this.minSimilarity = query.secondOpinion().map(SecondOpinion::minSimilarity).orElse(0.0);
  }

  @Override
  public boolean matches() throws IOException {
    int doc = approximation.docID();
    if (neighbours.advanceExact(doc) == false) {
      return false;
    }
    distance = neighbours.distance();
    return distance <= maxDistance && (minSimilarity == 0 || similarity() >= minSimilarity);
  }

  /** The Hamming distance of the document that matched last. */
  int distance() {
    return distance;
  }

  /** The estimated Jaccard similarity of the current document, computed once. */
  double similarity() throws IOException {
    if (similarityOf != approximation.docID()) {
      similarityOf = approximation.docID();
      similarity = neighbours.similarity(similarityOf);
    }
    return similarity;
  }

  /** From now on only documents count that may score at least {@code minScore}. */
  void requireScore(float minScore) {
    while (maxDistance >= 0 && scores.most(maxDistance) < minScore) {
      maxDistance--;
    }
  }

  @Override
  public float matchCost() {
    return minSimilarity == 0 ? DISTANCE_COST : DISTANCE_COST + SIMILARITY_COST;
  }
}
