package io.simhash.lucene.search;

import java.util.Arrays;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;

/** Documents in ascending order, each once with the best of its scores. */
final class ScoredDocs extends DocIdSetIterator {

  private int[] docs = new int[16];
  private float[] scores = new float[16];
  private int size;
  private int next;
  private int doc = -1;

  /** Adds a document at the end, or a score of the last one. */
  void add(int added, float score) {
    if (size > 0 && docs[size - 1] == added) {
      scores[size - 1] = Math.max(scores[size - 1], score);
      return;
    }
    docs = ArrayUtil.grow(docs, size + 1);
    scores = ArrayUtil.grow(scores, size + 1);
    docs[size] = added;
    scores[size++] = score;
  }

  /** The documents of both. */
  ScoredDocs merge(ScoredDocs other) {
    if (size == 0) {
      return other;
    }
    ScoredDocs merged = new ScoredDocs();
    int i = 0;
    int j = 0;
    while (i < size || j < other.size) {
      if (j == other.size || i < size && docs[i] <= other.docs[j]) {
        merged.add(docs[i], scores[i++]);
      } else {
        merged.add(other.docs[j], other.scores[j++]);
      }
    }
    return merged;
  }

  /** The score of the current document. */
  float score() {
    return scores[next];
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) {
    if (next < size && docs[next] < target) {
      int found = Arrays.binarySearch(docs, next, size, target);
      next = found < 0 ? -1 - found : found;
    }
    return doc = next < size ? docs[next] : NO_MORE_DOCS;
  }

  @Override
  public long cost() {
    return size;
  }
}
