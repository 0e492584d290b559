package io.simhash.evaluation;

/**
 * The true pairs of a corpus: each pair whose exact shingle Jaccard is at least .5, once.
 *
 * @param shingleSize characters in a shingle, as the table was made with
 * @param first positions of one document of each pair
 * @param second positions of the other
 * @param jaccard the pairs' Jaccard
 */
record Truth(int shingleSize, int[] first, int[] second, float[] jaccard) {

  /** The Jaccard from which a pair counts as found rightly. */
  static final float DUPLICATE = .5f;

  int size() {
    return jaccard.length;
  }

  /** Pairs with at least this Jaccard. */
  long count(float least) {
    long count = 0;
    for (float value : jaccard) {
      count += value >= least ? 1 : 0;
    }
    return count;
  }

  /** The clusters of the true pairs: chains count as one. */
  DisjointSets clusters(int documents) {
    DisjointSets clusters = new DisjointSets(documents);
    for (int i = 0; i < size(); i++) {
      clusters.union(first[i], second[i]);
    }
    return clusters;
  }
}
