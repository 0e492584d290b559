package io.simhash.lucene.search;

import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;

/**
 * The fingerprints of one segment, for one search thread, compared in batches. They are read from
 * doc values: {@value NearBatch#SIZE} at a time where all documents have one, otherwise one by one.
 */
final class DocValueFingerprints {

  private final NumericDocValues fingerprints;
  private final int maxDoc;
  private final boolean full;
  private final int[] docs = new int[NearBatch.SIZE];
  private final long[] values = new long[NearBatch.SIZE];

  DocValueFingerprints(LeafReader reader, String field) throws IOException {
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

  /**
   * Compares some documents and adds the near ones to {@code batch}.
   *
   * @param from the first document; at least the value that the call before has returned
   * @return the document after the last one that was compared; {@link
   *     org.apache.lucene.search.DocIdSetIterator#NO_MORE_DOCS} after the last document
   */
  int compareFrom(int from, NearBatch batch, int maxDistance) throws IOException {
    int first = full ? from : next(from);
    if (first >= maxDoc) {
      return NO_MORE_DOCS;
    }
    int size = full ? readRun(first) : readEach(first);
    if (full) {
      batch.compareRun(first, values, size, maxDistance);
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

  /**
   * Compares some documents and adds the near ones to {@code batch}.
   *
   * @param candidates the documents in ascending order, at most {@link NearBatch#SIZE} from index
   *     {@code from} on
   */
  void compare(int[] candidates, int from, int count, NearBatch batch, int maxDistance)
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
}
