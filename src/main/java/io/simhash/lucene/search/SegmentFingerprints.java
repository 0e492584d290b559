package io.simhash.lucene.search;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/**
 * The fingerprints of one segment, and their distances from the query's. For one search thread;
 * documents must be asked for in ascending order.
 */
final class SegmentFingerprints {

  private final long fingerprint;
  private final NumericDocValues values;

  SegmentFingerprints(LeafReader reader, String field, long fingerprint) throws IOException {
    this.fingerprint = fingerprint;
    this.values = DocValues.unwrapSingleton(DocValues.getSortedNumeric(reader, field));
    if (values == null) {
      throw new IllegalStateException(
          "a document must have at most one fingerprint in [" + field + "]");
    }
  }

  /** The documents that have a fingerprint, with its value. */
  NumericDocValues values() {
    return values;
  }

  /** Moves to a document; false if it has no fingerprint. */
  boolean advanceExact(int doc) throws IOException {
    return values.advanceExact(doc);
  }

  /** The Hamming distance of the current document. */
  int distance() throws IOException {
    return Fingerprint.distance(values.longValue(), fingerprint);
  }
}
