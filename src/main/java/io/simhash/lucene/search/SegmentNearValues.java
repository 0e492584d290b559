package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.util.BytesRef;

/**
 * Reads the values of a {@code simhash} field in one segment, for one search thread. Documents must
 * be asked for in ascending order.
 *
 * <p>A stored signature that cannot be read counts as absent.
 */
public final class SegmentNearValues {

  private final NumericDocValues fingerprints;
  private final BinaryDocValues signatures;

  /** Opens the doc values of the field and of its signatures. */
  public SegmentNearValues(LeafReader reader, String field) throws IOException {
    this.fingerprints = fingerprints(reader, field);
    this.signatures = DocValues.getBinary(reader, SimHashFields.signatureField(field));
  }

  /**
   * The doc values of the fingerprints. A document has at most one; the selector is for readers
   * that do not say so, such as the memory index of a percolator.
   */
  static NumericDocValues fingerprints(LeafReader reader, String field) throws IOException {
    return SortedNumericSelector.wrap(
        DocValues.getSortedNumeric(reader, field),
        SortedNumericSelector.Type.MIN,
        SortField.Type.LONG);
  }

  /** The value of a document; empty if it has none, or none that the reader shows. */
  public Optional<NearValue> of(int doc) throws IOException {
    return of(doc, Optional.empty());
  }

  /**
   * The same, but also empty if the signature is comparable to those of a set of bands and shares
   * none of them. Such a signature is not copied.
   */
  Optional<NearValue> of(int doc, Optional<BandSet> bands) throws IOException {
    boolean isSigned = signatures.advanceExact(doc);
    if (isSigned && bands.isPresent() && bands.get().excludes(signatures.binaryValue())) {
      return Optional.empty();
    }
    OptionalLong fingerprint =
        fingerprints.advanceExact(doc)
            ? OptionalLong.of(fingerprints.longValue())
            : OptionalLong.empty();
    Optional<Signature> signature = isSigned ? read(signatures.binaryValue()) : Optional.empty();
    return fingerprint.isEmpty() && signature.isEmpty()
        ? Optional.empty()
        : Optional.of(new NearValue(fingerprint, signature));
  }

  private static Optional<Signature> read(BytesRef stored) {
    int end = stored.offset + stored.length;
    try {
      return Optional.of(Signature.read(Arrays.copyOfRange(stored.bytes, stored.offset, end)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
