package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.util.BytesRef;

/**
 * Reads the values of a {@code simhash} field in one segment, for one search thread. Documents must
 * be asked for in ascending order. A stored signature that cannot be read counts as absent.
 */
public final class SegmentValues {

  private final NumericDocValues fingerprints;
  private final StoredSignatures signatures;

  /** Opens the doc values of the field and of its signatures. */
  public SegmentValues(LeafReader reader, String field) throws IOException {
    this.fingerprints = fingerprints(reader, field);
    this.signatures = new StoredSignatures(reader, field);
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
    return of(doc, stored -> false);
  }

  /** The same, but also empty if the head of the signature is excluded; then no more is read. */
  Optional<NearValue> of(int doc, Predicate<BytesRef> excluded) throws IOException {
    BytesRef head = signatures.head(doc);
    if (head != null && excluded.test(head)) {
      return Optional.empty();
    }
    boolean exists = fingerprints.advanceExact(doc);
    return NearValue.of(
        exists ? OptionalLong.of(fingerprints.longValue()) : OptionalLong.empty(),
        head == null ? Optional.empty() : signature(head, doc));
  }

  private Optional<Signature> signature(BytesRef head, int doc) throws IOException {
    try {
      return Optional.of(signatures.read(head, doc));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
