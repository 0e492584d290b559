package io.simhash.evaluation;

import java.util.Arrays;

/**
 * A sparse vector for each document: distinct keys in ascending order and their weights. A set is a
 * vector of ones.
 */
final class Vectors {

  private final long[][] keys;
  private final float[][] weights;

  /** Room for {@code size} documents, all empty. */
  Vectors(int size) {
    keys = new long[size][];
    weights = new float[size][];
    Arrays.fill(keys, new long[0]);
  }

  /** Makes a document the set of these keys; repeats change nothing. */
  void setOf(int document, long[] elements) {
    keys[document] = Arrays.stream(elements).sorted().distinct().toArray();
  }

  /** Makes a document the vector with these distinct keys, normed to length 1. */
  void unitVectorOf(int document, long[] elements, double[] values) {
    Integer[] order = new Integer[elements.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (i, j) -> Long.compare(elements[i], elements[j]));
    double norm = Math.sqrt(Arrays.stream(values).map(v -> v * v).sum());
    keys[document] = new long[order.length];
    weights[document] = new float[order.length];
    for (int i = 0; i < order.length; i++) {
      keys[document][i] = elements[order[i]];
      weights[document][i] = (float) (values[order[i]] / norm);
    }
  }

  int size() {
    return keys.length;
  }

  long[] keys(int document) {
    return keys[document];
  }

  /** The weight of a document's i-th key. */
  float weight(int document, int i) {
    return weights[document] == null ? 1 : weights[document][i];
  }

  /**
   * The sum over common keys of the products of their weights; of two sets, the common elements.
   */
  double dot(int a, int b) {
    double dot = 0;
    for (int i = 0, j = 0; i < keys[a].length && j < keys[b].length; ) {
      int order = Long.compare(keys[a][i], keys[b][j]);
      if (order == 0) {
        dot += (double) weight(a, i) * weight(b, j);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return dot;
  }

  /** The exact Jaccard similarity of two sets, 0 where both are empty. */
  double jaccard(int a, int b) {
    return jaccard(a, b, dot(a, b));
  }

  /** The same where the number of common elements is known. */
  double jaccard(int a, int b, double common) {
    return common == 0 ? 0 : common / (keys[a].length + keys[b].length - common);
  }

  /** The share of the smaller set that is in the larger one. */
  double containment(int a, int b) {
    int smaller = Math.min(keys[a].length, keys[b].length);
    return smaller == 0 ? 0 : dot(a, b) / smaller;
  }
}
