package io.simhash.lucene.search;

import io.simhash.core.near.FingerprintRun;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;

/**
 * Reads the fingerprints of one segment for one search thread, {@value FingerprintRun#SIZE} at a
 * time where all documents have one, otherwise one by one.
 */
final class SegmentFingerprints {

  private final NumericDocValues fingerprints;
  private final int maxDoc;
  private final boolean full;
  private final int[] docs = new int[FingerprintRun.SIZE];
  private final long[] values = new long[FingerprintRun.SIZE];

  SegmentFingerprints(LeafReader reader, String field) throws IOException {
    this.fingerprints = docValues(reader, field);
    this.maxDoc = reader.maxDoc();
    this.full = fingerprints.nextDoc() == 0 && fingerprints.docIDRunEnd() >= maxDoc;
  }

  /**
   * The doc values of the fingerprints. A document has at most one; the selector is for readers
   * that do not say so, such as the memory index of a percolator.
   */
  static NumericDocValues docValues(LeafReader reader, String field) throws IOException {
    return SortedNumericSelector.wrap(
        DocValues.getSortedNumeric(reader, field),
        SortedNumericSelector.Type.MIN,
        SortField.Type.LONG);
  }

  /** Whether all documents of the segment have a fingerprint. */
  boolean isFull() {
    return full;
  }

  /** One of the documents that were read. */
  int doc(int index) {
    return docs[index];
  }

  /** The fingerprints that were read. */
  long[] values() {
    return values;
  }

  /**
   * Reads the next fingerprints.
   *
   * @param from the first document; after those that were read before
   * @return how many there are; less than {@value FingerprintRun#SIZE} at the end
   */
  int read(int from) throws IOException {
    if (full) {
      int size = Math.max(0, Math.min(docs.length, maxDoc - from));
      for (int i = 0; i < size; i++) {
        docs[i] = from + i;
      }
      fingerprints.longValues(size, docs, values, 0);
      return size;
    }
    int doc = fingerprints.docID() < from ? fingerprints.advance(from) : fingerprints.docID();
    int size = 0;
    while (doc != DocIdSetIterator.NO_MORE_DOCS && size < docs.length) {
      docs[size] = doc;
      values[size++] = fingerprints.longValue();
      doc = fingerprints.nextDoc();
    }
    return size;
  }

  /**
   * Reads the fingerprints of some documents, without those that have none.
   *
   * @param wanted ascending documents, at most {@value FingerprintRun#SIZE} from index {@code from}
   *     on, after those that were read before
   * @return how many there are
   */
  int read(int[] wanted, int from, int count) throws IOException {
    if (full) {
      System.arraycopy(wanted, from, docs, 0, count);
      fingerprints.longValues(count, docs, values, 0);
      return count;
    }
    int size = 0;
    for (int i = from; i < from + count; i++) {
      // Documents before the current one have no fingerprint.
      if (wanted[i] >= fingerprints.docID() && fingerprints.advanceExact(wanted[i])) {
        docs[size] = wanted[i];
        values[size++] = fingerprints.longValue();
      }
    }
    return size;
  }
}
