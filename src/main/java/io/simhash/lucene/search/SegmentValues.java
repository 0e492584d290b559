package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
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
public final class SegmentValues {

  private final NumericDocValues fingerprints;
  private final BinaryDocValues signatures;

  /** Opens the doc values of the field and of its signatures. */
  public SegmentValues(LeafReader reader, String field) throws IOException {
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
    return of(doc, stored -> false);
  }

  /** The same, but also empty if the stored signature is excluded, which is not copied then. */
  Optional<NearValue> of(int doc, Predicate<BytesRef> excluded) throws IOException {
    boolean isSigned = signatures.advanceExact(doc);
    if (isSigned && excluded.test(signatures.binaryValue())) {
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

  /**
   * Compares the documents of one segment with a value, for one search thread. Documents must be
   * asked for in ascending order. A stored signature that is not comparable counts as absent.
   */
  static final class ValueComparison {

    private final OptionalLong fingerprint;

    /** {@code null} where signatures are not compared. */
    private final Signature signature;

    private final NearRule rule;
    private final int minBands;
    private final NumericDocValues fingerprints;
    private final BinaryDocValues signatures;
    private int doc = -1;
    private double similarity;

    ValueComparison(LeafReader reader, String field, NearValue value, NearRule rule)
        throws IOException {
      this.fingerprint = value.fingerprint();
      this.signature = rule.usesSignatures() ? value.signature().orElse(null) : null;
      this.rule = rule;
      this.minBands = signature == null ? 0 : rule.minBands(signature.parameters().bands());
      this.fingerprints = SegmentValues.fingerprints(reader, field);
      this.signatures =
          signature == null
              ? DocValues.emptyBinary()
              : DocValues.getBinary(reader, SimHashFields.signatureField(field));
    }

    boolean isNeighbour(int doc) throws IOException {
      double found = similarity(doc);
      boolean compared = found != NearRule.NO_SIMILARITY;
      if (compared && found < rule.minSimilarity()) {
        return false;
      }
      int distance = compared && rule.limitsDistance() == false ? 0 : distance(doc);
      return rule.holds(distance, found)
          && (compared == false || minBands == 0 || sharedBands() >= minBands);
    }

    /** The distance, or {@link NearRule#NO_DISTANCE} if one of the two has no fingerprint. */
    int distance(int doc) throws IOException {
      return fingerprint.isPresent() && fingerprints.advanceExact(doc)
          ? Fingerprint.distance(fingerprints.longValue(), fingerprint.getAsLong())
          : NearRule.NO_DISTANCE;
    }

    /** The fingerprint of a document, after {@link #distance} of the same one was found. */
    long fingerprint() throws IOException {
      return fingerprints.longValue();
    }

    /**
     * The similarity of a document, or {@link NearRule#NO_SIMILARITY} without signatures to
     * compare; read once for calls that follow one another.
     */
    double similarity(int target) throws IOException {
      if (doc != target) {
        doc = target;
        similarity =
            signatures.advanceExact(target)
                ? similarity(signatures.binaryValue())
                : NearRule.NO_SIMILARITY;
      }
      return similarity;
    }

    private double similarity(BytesRef stored) {
      return signature.isComparable(stored.bytes, stored.offset, stored.length)
          ? signature.similarity(stored.bytes, stored.offset)
          : NearRule.NO_SIMILARITY;
    }

    /** The number of shared indexed bands, after {@link #similarity} of the document was found. */
    int sharedBands() throws IOException {
      BytesRef stored = signatures.binaryValue();
      return signature.sharedBands(stored.bytes, stored.offset);
    }
  }
}
