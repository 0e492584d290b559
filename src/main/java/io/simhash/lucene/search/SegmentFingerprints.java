package io.simhash.lucene.search;

import io.simhash.core.near.FingerprintRun;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.util.ArrayUtil;

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

  /**
   * The documents of a segment within a distance, found by comparing all fingerprints, {@value
   * FingerprintRun#SIZE} at a time.
   */
  static final class NearScan extends DocIdSetIterator {

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

  /** The documents of a segment within a distance, found among candidates. */
  static final class NearList extends DocIdSetIterator {

    /** Runs between two checks for cancellation: 2,048 candidates, at most 50 µs. */
    private static final int CANCELLATION_INTERVAL = 4;

    private int[] docs = new int[8];
    private int size;
    private int next;
    private int doc = -1;

    /**
     * Compares the candidates.
     *
     * @param candidates in ascending order, each once
     * @param count number of candidates
     * @param cancellation the check of a {@link Cancellation}
     */
    NearList(
        long fingerprint,
        int maxDistance,
        int[] candidates,
        int count,
        SegmentFingerprints fingerprints,
        Runnable cancellation)
        throws IOException {
      FingerprintRun near = new FingerprintRun();
      for (int from = 0; from < count; from += FingerprintRun.SIZE) {
        if (from / FingerprintRun.SIZE % CANCELLATION_INTERVAL == CANCELLATION_INTERVAL - 1) {
          cancellation.run();
        }
        int some = Math.min(FingerprintRun.SIZE, count - from);
        int read = fingerprints.read(candidates, from, some);
        near.compare(fingerprint, fingerprints.values(), 0, read, maxDistance);
        docs = ArrayUtil.grow(docs, size + near.size());
        for (int i = 0; i < near.size(); i++) {
          docs[size++] = fingerprints.doc(near.position(i));
        }
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
      while (next < size && docs[next] < target) {
        next++;
      }
      return doc = next < size ? docs[next++] : NO_MORE_DOCS;
    }

    @Override
    public long cost() {
      return size;
    }
  }
}
