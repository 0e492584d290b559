package io.simhash.lucene.search;

import io.simhash.core.near.FingerprintRun;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;

/** The documents of a segment within a distance, found among candidates. */
final class NearList extends DocIdSetIterator {

  /** Runs between two checks for cancellation: 2,048 candidates, at most 50 µs. */
  private static final int CANCELLATION_INTERVAL = 4;

  private int[] docs = new int[8];
  private int size;
  private int next;
  private int doc = -1;

  /**
   * Compares the candidates.
   *
   * @param candidates in ascending order, each once
   * @param count number of candidates
   * @param cancellation the check of a {@link Cancellation}
   */
  NearList(
      long fingerprint,
      int maxDistance,
      int[] candidates,
      int count,
      SegmentFingerprints fingerprints,
      Runnable cancellation)
      throws IOException {
    FingerprintRun near = new FingerprintRun();
    for (int from = 0; from < count; from += FingerprintRun.SIZE) {
      if (from / FingerprintRun.SIZE % CANCELLATION_INTERVAL == CANCELLATION_INTERVAL - 1) {
        cancellation.run();
      }
      int some = Math.min(FingerprintRun.SIZE, count - from);
      int read = fingerprints.read(candidates, from, some);
      near.compare(fingerprint, fingerprints.values(), 0, read, maxDistance);
      docs = ArrayUtil.grow(docs, size + near.size());
      for (int i = 0; i < near.size(); i++) {
        docs[size++] = fingerprints.doc(near.position(i));
      }
    }
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
    while (next < size && docs[next] < target) {
      next++;
    }
    return doc = next < size ? docs[next++] : NO_MORE_DOCS;
  }

  @Override
  public long cost() {
    return size;
  }
}
