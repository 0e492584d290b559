package io.simhash.lucene.search;

import java.io.IOException;

/** The documents of a segment within the maximum distance, found by comparing all fingerprints. */
final class NearScan extends NearDocs {

  /** Batches between two checks for cancellation: some 2,048 fingerprints, 1 to 10 µs. */
  private static final int CANCELLATION_INTERVAL = 4;

  /**
   * Batches whose near documents are filtered together, at most: 32,768 fingerprints. A filter
   * reads values far apart, and the processor waits for many of them at the same time.
   */
  private static final int FILTERED_TOGETHER = 64;

  private final DocValueFingerprints fingerprints;
  private final NearBatch batch;
  private final NearFilter filter;
  private final long cost;
  private final Runnable cancellation;
  private int maxDistance;
  private int untilCancellation = CANCELLATION_INTERVAL;

  /** The next document of the batch. */
  private int next;

  /** The document after the last one that was compared. */
  private int end;

  private int current = -1;
  private int doc = -1;

  /**
   * @param filter removes documents within the maximum distance that cannot match
   * @param fingerprints used by this iterator alone
   * @param cost number of documents with a fingerprint
   * @param cancellation the check of a {@link Cancellation}
   */
  NearScan(
      long fingerprint,
      int maxDistance,
      NearFilter filter,
      DocValueFingerprints fingerprints,
      long cost,
      Runnable cancellation) {
    this.fingerprints = fingerprints;
    this.batch = new NearBatch(fingerprint);
    this.filter = filter;
    this.cost = cost;
    this.cancellation = cancellation;
    this.maxDistance = maxDistance;
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
      while (next < batch.size()) {
        current = next++;
        if (batch.doc(current) >= target && batch.distance(current) <= maxDistance) {
          return doc = batch.doc(current);
        }
      }
      if (end == NO_MORE_DOCS) {
        return doc = NO_MORE_DOCS;
      }
      compare(Math.max(target, end));
    }
  }

  private void compare(int from) throws IOException {
    next = 0;
    batch.clear();
    int batches = filter == NearFilter.NONE ? 1 : FILTERED_TOGETHER;
    end = compareBatch(from);
    for (int i = 1; i < batches && batch.hasRoom() && end != NO_MORE_DOCS; i++) {
      end = compareBatch(end);
    }
    if (batch.size() > 0) {
      batch.filter(filter);
    }
  }

  private int compareBatch(int from) throws IOException {
    if (--untilCancellation == 0) {
      untilCancellation = CANCELLATION_INTERVAL;
      cancellation.run();
    }
    return fingerprints.compareFrom(from, batch, maxDistance);
  }

  @Override
  int distance() {
    return batch.distance(current);
  }

  @Override
  boolean isExact() {
    return true;
  }

  @Override
  void setMaxDistance(int maxDistance) {
    this.maxDistance = maxDistance;
  }

  @Override
  public long cost() {
    return cost;
  }
}
