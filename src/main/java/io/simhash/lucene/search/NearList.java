package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;

/** The documents of a segment within the maximum distance, found among candidates. */
final class NearList extends NearDocs {

  /** Batches between two checks for cancellation: 2,048 candidates, at most 50 µs. */
  private static final int CANCELLATION_INTERVAL = 4;

  private int[] docs = new int[8];
  private int[] distances = new int[8];
  private int size;
  private int next;
  private int doc = -1;
  private int maxDistance;

  /**
   * Compares the candidates.
   *
   * @param filter removes documents within the maximum distance that cannot match
   * @param maxDoc number of documents of the segment
   * @param cancellation the check of a {@link Cancellation}
   */
  NearList(
      long fingerprint,
      int maxDistance,
      NearFilter filter,
      BlockCandidates candidates,
      DocValueFingerprints fingerprints,
      int maxDoc,
      Runnable cancellation)
      throws IOException {
    this.maxDistance = maxDistance;
    candidates.sort(maxDoc);
    NearBatch batch = new NearBatch(fingerprint);
    for (int from = 0; from < candidates.size(); from += NearBatch.SIZE) {
      if (from / NearBatch.SIZE % CANCELLATION_INTERVAL == CANCELLATION_INTERVAL - 1) {
        cancellation.run();
      }
      int some = Math.min(NearBatch.SIZE, candidates.size() - from);
      batch.clear();
      fingerprints.compare(candidates.docs(), from, some, batch, maxDistance);
      add(batch);
    }
    if (size > 0) {
      size = filter.filter(docs, distances, size);
    }
  }

  private void add(NearBatch batch) {
    docs = ArrayUtil.grow(docs, size + batch.size());
    distances = ArrayUtil.grow(distances, size + batch.size());
    for (int i = 0; i < batch.size(); i++) {
      docs[size] = batch.doc(i);
      distances[size++] = batch.distance(i);
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
    while (next < size && (docs[next] < target || distances[next] > maxDistance)) {
      next++;
    }
    return doc = next < size ? docs[next++] : NO_MORE_DOCS;
  }

  @Override
  int distance() {
    return distances[next - 1];
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
    return size;
  }
}
