package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.FixedBitSet;

/**
 * The fingerprints of one segment in memory, or other doc values of 64 bits, by document: 8 bytes a
 * document, and one bit more where some documents have no fingerprint. Immutable. Deleted documents
 * are in it too.
 */
final class FingerprintCopy {

  /** Documents of one array: 256 KB, which no garbage collector treats as a large object. */
  private static final int PAGE_BITS = 15;

  private static final int PAGE = 1 << PAGE_BITS;

  private final long[][] pages;
  private final int maxDoc;

  /** The documents with a fingerprint; {@code null} if all have one. */
  private final FixedBitSet existing;

  private FingerprintCopy(long[][] pages, int maxDoc, FixedBitSet existing) {
    this.pages = pages;
    this.maxDoc = maxDoc;
    this.existing = existing;
  }

  /** Bytes that a copy needs at most. */
  static long bytes(int maxDoc) {
    return (long) Long.BYTES * maxDoc + maxDoc / Byte.SIZE + 1024;
  }

  /**
   * Reads the copy of a segment.
   *
   * @param cancellation the check of a {@link Cancellation}, run once in {@value #PAGE} documents
   */
  static FingerprintCopy of(LeafReader reader, String field, Runnable cancellation)
      throws IOException {
    int maxDoc = reader.maxDoc();
    FixedBitSet existing = new FixedBitSet(maxDoc);
    NumericDocValues documents = SegmentFingerprints.docValues(reader, field);
    documents.nextDoc();
    documents.intoBitSet(maxDoc, existing, 0);
    NumericDocValues values = SegmentFingerprints.docValues(reader, field);
    long[][] pages = new long[(maxDoc + PAGE - 1) >>> PAGE_BITS][];
    for (int page = 0; page < pages.length; page++) {
      cancellation.run();
      int first = page << PAGE_BITS;
      pages[page] = new long[Math.min(PAGE, maxDoc - first)];
      read(values, first, pages[page]);
    }
    return new FingerprintCopy(pages, maxDoc, existing.cardinality() == maxDoc ? null : existing);
  }

  private static void read(NumericDocValues values, int first, long[] page) throws IOException {
    int[] docs = new int[NearBatch.SIZE];
    for (int from = 0; from < page.length; from += docs.length) {
      int size = Math.min(docs.length, page.length - from);
      for (int i = 0; i < size; i++) {
        docs[i] = first + from + i;
      }
      values.longValues(size, docs, 0, page, from, 0);
    }
  }

  int maxDoc() {
    return maxDoc;
  }

  boolean has(int doc) {
    return existing == null || existing.get(doc);
  }

  boolean isFull() {
    return existing == null;
  }

  /** The fingerprint of a document; 0 if it has none. */
  long get(int doc) {
    return pages[doc >>> PAGE_BITS][doc & PAGE - 1];
  }

  /** The array that holds the fingerprint of a document at {@link #index}. */
  long[] page(int doc) {
    return pages[doc >>> PAGE_BITS];
  }

  static int index(int doc) {
    return doc & PAGE - 1;
  }
}
