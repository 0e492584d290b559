package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The documents of a segment that {@link SegmentPrefixes} does not reject, found by reading all
 * prefixes, {@value #BATCH} at a time. Documents without a prefix are not among them.
 *
 * <p>An approximation, like {@link NearScan}: it also returns the last document of every 8,192
 * prefixes that are all rejected, so that one step never reads many more than that.
 */
final class PrefixScan extends DocIdSetIterator {

  /** Prefixes that are read at a time. */
  private static final int BATCH = 512;

  /** Batches that one step reads at most: 8,192 prefixes. */
  private static final int MAX_BATCHES = 16;

  private final SegmentPrefixes prefixes;

  /** The documents of the last batch that are left. */
  private final int[] docs = new int[BATCH];

  private int left;
  private int next;

  /** The document after the last one that was read. */
  private int end;

  private int doc = -1;

  /**
   * @param prefixes used by this iterator alone
   */
  PrefixScan(SegmentPrefixes prefixes) {
    this.prefixes = prefixes;
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
    while (next < left && docs[next] < target) {
      next++;
    }
    for (int batches = 0; next == left; batches++) {
      if (batches == MAX_BATCHES) {
        return doc = end - 1;
      }
      if (read(Math.max(target, end)) == 0) {
        return doc = NO_MORE_DOCS;
      }
    }
    return doc = docs[next];
  }

  /** Reads and compares a batch from a document on; returns its size, 0 at the end. */
  private int read(int from) throws IOException {
    int size = prefixes.read(from, docs);
    if (size > 0) {
      end = docs[size - 1] + 1;
      left = prefixes.compare(docs, size);
      next = 0;
    }
    return size;
  }

  @Override
  public long cost() {
    return prefixes.cost();
  }
}
