package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;

/** The fingerprints of one segment, for one search thread, compared in batches. */
interface SegmentFingerprints {

  /**
   * Compares some documents and adds the near ones to {@code batch}.
   *
   * @param from the first document; at least the value that the call before has returned
   * @return the document after the last one that was compared; {@link
   *     org.apache.lucene.search.DocIdSetIterator#NO_MORE_DOCS} after the last document
   */
  int compareFrom(int from, NearBatch batch, int maxDistance) throws IOException;

  /**
   * Compares some documents and adds the near ones to {@code batch}.
   *
   * @param candidates the documents, at most {@link NearBatch#SIZE} from index {@code from} on
   */
  void compare(int[] candidates, int from, int count, NearBatch batch, int maxDistance)
      throws IOException;

  /** Whether {@link #compare} takes documents in any order; otherwise in ascending order only. */
  boolean takesAnyOrder();

  /** The fingerprints of a segment: its copy in memory, otherwise its doc values. */
  static SegmentFingerprints of(LeafReader reader, String field, Optional<FingerprintCopy> copy)
      throws IOException {
    return copy.isPresent()
        ? new CopiedFingerprints(copy.get())
        : new DocValueFingerprints(docValues(reader, field), reader.maxDoc());
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
}
