package io.simhash.lucene.search;

import io.simhash.core.near.FingerprintRun;
import io.simhash.lucene.compat.NumericValues;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The documents of one segment within a distance, found by comparing all fingerprints, {@value
 * FingerprintRun#SIZE} at a time. For one search thread.
 */
final class FingerprintScan extends DocIdSetIterator {

  /** Runs between two checks for cancellation: some 2,048 fingerprints, 1 to 10 µs. */
  private static final int CANCELLATION_INTERVAL = 4;

  private final NumericDocValues fingerprints;
  private final int maxDoc;
  private final boolean full;
  private final long fingerprint;
  private final int maxDistance;
  private final Runnable check;
  private final int[] docs = new int[FingerprintRun.SIZE];
  private final long[] values = new long[FingerprintRun.SIZE];
  private final FingerprintRun near = new FingerprintRun();
  private int runs;

  /** The next one of the near documents. */
  private int next;

  /** The document after the last one that was compared. */
  private int end;

  private boolean exhausted;
  private int doc = -1;

  FingerprintScan(
      LeafReader reader, String field, long fingerprint, int maxDistance, Runnable check)
      throws IOException {
    this.fingerprints = SegmentValues.fingerprints(reader, field);
    this.maxDoc = reader.maxDoc();
    this.full = NumericValues.areFull(fingerprints, maxDoc);
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    this.check = check;
  }

  @Override
  public int docID() {
    return doc;
  }

  @Override
  public int nextDoc() throws IOException {
    return advance(doc + 1);
  }

  @Override
  public int advance(int target) throws IOException {
    while (true) {
      while (next < near.size()) {
        int found = docs[near.position(next++)];
        if (found >= target) {
          return doc = found;
        }
      }
      if (exhausted) {
        return doc = NO_MORE_DOCS;
      }
      compare(Math.max(target, end));
    }
  }

  /** Compares the next fingerprints, of documents from {@code from} on. */
  private void compare(int from) throws IOException {
    if (++runs % CANCELLATION_INTERVAL == 0) {
      check.run();
    }
    int size = full ? readRun(from) : readSome(from);
    exhausted = size < FingerprintRun.SIZE;
    end = size == 0 ? from : docs[size - 1] + 1;
    near.compare(fingerprint, values, 0, size, maxDistance);
    next = 0;
  }

  private int readRun(int from) throws IOException {
    int size = Math.max(0, Math.min(docs.length, maxDoc - from));
    for (int i = 0; i < size; i++) {
      docs[i] = from + i;
    }
    NumericValues.read(fingerprints, size, docs, values);
    return size;
  }

  private int readSome(int from) throws IOException {
    int found = fingerprints.docID() < from ? fingerprints.advance(from) : fingerprints.docID();
    int size = 0;
    while (found != NO_MORE_DOCS && size < docs.length) {
      docs[size] = found;
      values[size++] = fingerprints.longValue();
      found = fingerprints.nextDoc();
    }
    return size;
  }

  @Override
  public long cost() {
    return fingerprints.cost();
  }
}
