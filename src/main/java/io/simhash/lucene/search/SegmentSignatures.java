package io.simhash.lucene.search;

import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;

/**
 * The signatures of one segment, and the similarities that they estimate. For one search thread;
 * documents must be asked for in ascending order.
 */
final class SegmentSignatures {

  private final SignatureCheck check;
  private final BinaryDocValues values;

  SegmentSignatures(LeafReader reader, SignatureCheck check) throws IOException {
    this.check = check;
    this.values = DocValues.getBinary(reader, check.field());
  }

  /** The documents that have a signature. */
  BinaryDocValues values() {
    return values;
  }

  /** Moves to a document; false if it has no signature. */
  boolean advanceExact(int doc) throws IOException {
    return values.advanceExact(doc);
  }

  /** The estimated Jaccard similarity of the current document; 0 if the query has no signature. */
  double similarity() throws IOException {
    return check.signature() == null
        ? 0
        : MinHashFields.similarity(check.minHash(), values.binaryValue(), check.signature());
  }

  /** The estimated Jaccard similarity of a document; 0 if it or the query has no signature. */
  double similarity(int doc) throws IOException {
    return advanceExact(doc) ? similarity() : 0;
  }
}
