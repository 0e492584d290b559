package io.simhash.lucene.search;

import io.simhash.core.near.FingerprintRun;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The documents of a segment within a distance, found by comparing all fingerprints, {@value
 * FingerprintRun#SIZE} at a time.
 */
final class NearScan extends DocIdSetIterator {

  /** Runs between two checks for cancellation: some 2,048 fingerprints, 1 to 10 µs. */
  private static final int CANCELLATION_INTERVAL = 4;

  private final long fingerprint;
  private final int maxDistance;
  private final SegmentFingerprints fingerprints;
  private final long cost;
  private final Runnable cancellation;
  private final FingerprintRun near = new FingerprintRun();
  private int untilCancellation = CANCELLATION_INTERVAL;

  /** The next one of the near documents. */
  private int next;

  /** Whether all documents have been read. */
  private boolean exhausted;

  /** The document after the last one that was compared. */
  private int end;

  private int doc = -1;

  /**
   * @param fingerprints used by this iterator alone
   * @param cost number of documents with a fingerprint
   * @param cancellation the check of a {@link Cancellation}
   */
  NearScan(
      long fingerprint,
      int maxDistance,
      SegmentFingerprints fingerprints,
      long cost,
      Runnable cancellation) {
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
    this.fingerprints = fingerprints;
    this.cost = cost;
    this.cancellation = cancellation;
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
        int found = fingerprints.doc(near.position(next++));
        if (found >= target) {
          return doc = found;
        }
      }
      if (exhausted) {
        return doc = NO_MORE_DOCS;
      }
      read(Math.max(target, end));
    }
  }

  private void read(int from) throws IOException {
    if (--untilCancellation == 0) {
      untilCancellation = CANCELLATION_INTERVAL;
      cancellation.run();
    }
    int size = fingerprints.read(from);
    exhausted = size < FingerprintRun.SIZE;
    end = size == 0 ? from : fingerprints.doc(size - 1) + 1;
    near.compare(fingerprint, fingerprints.values(), 0, size, maxDistance);
    next = 0;
  }

  @Override
  public long cost() {
    return cost;
  }
}
