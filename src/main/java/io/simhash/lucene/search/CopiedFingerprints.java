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
    batch.clear();
    if (from >= copy.maxDoc()) {
      return NO_MORE_DOCS;
    }
    long[] page = copy.page(from);
    int index = FingerprintCopy.index(from);
    int count = Math.min(NearBatch.SIZE, page.length - index);
    batch.compareRun(from, page, index, count, maxDistance);
    removeHoles(batch);
    return from + count;
  }

  @Override
  public void compare(int[] candidates, int from, int count, NearBatch batch, int maxDistance) {
    for (int i = 0; i < count; i++) {
      values[i] = copy.get(candidates[from + i]);
    }
    batch.compare(candidates, from, values, count, maxDistance);
    removeHoles(batch);
  }

  /** Documents without a fingerprint were compared as 0. */
  private void removeHoles(NearBatch batch) {
    if (copy.isFull() == false && batch.size() > 0) {
      batch.removeUnless(copy::has);
    }
  }

  @Override
  public boolean takesAnyOrder() {
    return true;
  }
}
