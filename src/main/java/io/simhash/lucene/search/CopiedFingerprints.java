package io.simhash.lucene.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

/** Fingerprints read from a copy in memory. */
final class CopiedFingerprints implements SegmentFingerprints {

  private final FingerprintCopy copy;
  private final long[] values = new long[NearBatch.SIZE];

  CopiedFingerprints(FingerprintCopy copy) {
    this.copy = copy;
  }

  @Override
  public int compareFrom(int from, NearBatch batch, int maxDistance) {
    if (from >= copy.maxDoc()) {
      return NO_MORE_DOCS;
    }
    long[] page = copy.page(from);
    int index = FingerprintCopy.index(from);
    int count = Math.min(NearBatch.SIZE, page.length - index);
    int first = batch.size();
    batch.compareRun(from, page, index, count, maxDistance);
    removeHoles(batch, first);
    return from + count;
  }

  @Override
  public void compare(int[] candidates, int from, int count, NearBatch batch, int maxDistance) {
    for (int i = 0; i < count; i++) {
      values[i] = copy.get(candidates[from + i]);
    }
    int first = batch.size();
    batch.compare(candidates, from, values, count, maxDistance);
    removeHoles(batch, first);
  }

  /** Documents without a fingerprint were compared as 0. */
  private void removeHoles(NearBatch batch, int first) {
    if (copy.isFull() == false && batch.size() > first) {
      batch.removeUnless(first, copy::has);
    }
  }

  @Override
  public boolean takesAnyOrder() {
    return true;
  }
}
