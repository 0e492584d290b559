package io.simhash.lucene.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import org.apache.lucene.index.NumericDocValues;

/**
 * Fingerprints read from doc values: {@value NearBatch#SIZE} at a time where all documents have
 * one, otherwise one by one.
 */
final class DocValueFingerprints implements SegmentFingerprints {

  private final NumericDocValues fingerprints;
  private final int maxDoc;
  private final boolean full;
  private final int[] docs = new int[NearBatch.SIZE];
  private final long[] values = new long[NearBatch.SIZE];

  /**
   * @param fingerprints the segment's fingerprints before the first one, used by this object alone
   * @param maxDoc number of documents of the segment
   */
  DocValueFingerprints(NumericDocValues fingerprints, int maxDoc) throws IOException {
    this.fingerprints = fingerprints;
    this.maxDoc = maxDoc;
    this.full = fingerprints.nextDoc() == 0 && fingerprints.docIDRunEnd() >= maxDoc;
  }

  /** Whether all documents of the segment have a fingerprint. */
  boolean isFull() {
    return full;
  }

  @Override
  public int compareFrom(int from, NearBatch batch, int maxDistance) throws IOException {
    int first = full ? from : next(from);
    if (first >= maxDoc) {
      return NO_MORE_DOCS;
    }
    int size = full ? readRun(first) : readEach(first);
    if (full) {
      batch.compareRun(first, values, 0, size, maxDistance);
    } else {
      batch.compare(docs, 0, values, size, maxDistance);
    }
    return size < NearBatch.SIZE ? NO_MORE_DOCS : docs[size - 1] + 1;
  }

  private int next(int from) throws IOException {
    return fingerprints.docID() < from ? fingerprints.advance(from) : fingerprints.docID();
  }

  private int readRun(int first) throws IOException {
    int size = Math.min(NearBatch.SIZE, maxDoc - first);
    for (int i = 0; i < size; i++) {
      docs[i] = first + i;
    }
    fingerprints.longValues(size, docs, values, 0);
    return size;
  }

  /** Reads a batch from the current document on. */
  private int readEach(int first) throws IOException {
    int size = 0;
    for (int doc = first; doc != NO_MORE_DOCS && size < NearBatch.SIZE; ) {
      docs[size] = doc;
      values[size++] = fingerprints.longValue();
      doc = fingerprints.nextDoc();
    }
    return size;
  }

  @Override
  public void compare(int[] candidates, int from, int count, NearBatch batch, int maxDistance)
      throws IOException {
    if (full) {
      fingerprints.longValues(count, candidates, from, values, 0, 0);
      batch.compare(candidates, from, values, count, maxDistance);
      return;
    }
    int size = 0;
    for (int i = from; i < from + count; i++) {
      // Documents before the current one have no fingerprint.
      if (candidates[i] >= fingerprints.docID() && fingerprints.advanceExact(candidates[i])) {
        docs[size] = candidates[i];
        values[size++] = fingerprints.longValue();
      }
    }
    batch.compare(docs, 0, values, size, maxDistance);
  }

  @Override
  public boolean takesAnyOrder() {
    return false;
  }
}
