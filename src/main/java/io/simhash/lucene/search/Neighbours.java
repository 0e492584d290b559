package io.simhash.lucene.search;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;

/**
 * Reads one segment's fingerprints and signatures and compares them with the query's. For one
 * search thread; documents must be asked for in ascending order.
 */
final class Neighbours {

  private final long fingerprint;
  private final NumericDocValues fingerprints;
  private final Optional<SecondOpinion> secondOpinion;
  private final BinaryDocValues signatures;

  Neighbours(SimHashNearQuery query, LeafReader reader) throws IOException {
    this.fingerprint = query.fingerprint();
    this.fingerprints = fingerprints(reader, query.field());
    this.secondOpinion = query.secondOpinion();
    this.signatures =
        secondOpinion.isPresent()
            ? DocValues.getBinary(reader, secondOpinion.get().field())
            : DocValues.emptyBinary();
  }

  private static NumericDocValues fingerprints(LeafReader reader, String field) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(reader, field);
    NumericDocValues single = DocValues.unwrapSingleton(values);
    if (single == null) {
      throw new IllegalStateException(
          "a document must have at most one fingerprint in [" + field + "]");
    }
    return single;
  }

  /** The documents of the segment that have a fingerprint. */
  NumericDocValues fingerprints() {
    return fingerprints;
  }

  /** Moves to a document; false if it has no fingerprint. */
  boolean advanceExact(int doc) throws IOException {
    return fingerprints.advanceExact(doc);
  }

  /** The Hamming distance of the current document. */
  int distance() throws IOException {
    return Fingerprint.distance(fingerprints.longValue(), fingerprint);
  }

  /** The fingerprint of the current document. */
  long current() throws IOException {
    return fingerprints.longValue();
  }

  /** The estimated Jaccard similarity of a document, 0 where either has no signature. */
  double similarity(int doc) throws IOException {
    SecondOpinion opinion = secondOpinion.orElseThrow();
    if (opinion.signature() == null || signatures.advanceExact(doc) == false) {
      return 0;
    }
    return MinHashFields.similarity(
        opinion.minHash(), signatures.binaryValue(), opinion.signature());
  }
}
