package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.util.BytesRef;

/**
 * Compares the documents of one segment with a value by a {@link NearRule}, for one search thread.
 * Documents must be asked for in ascending order. A stored signature that is not comparable counts
 * as absent.
 */
final class NearComparison {

  final String field;
  final NearValue value;
  final NearRule rule;
  private final SearchReport report;
  private final NumericDocValues fingerprints;

  /** {@code null} where signatures are not compared; then the next one is {@code null} too. */
  private Signature signature;

  private StoredSignatures stored;
  private int restBytes;

  /** The components that must be equal in the heads; 0 for no condition. */
  int minHead;

  /** The bands that must be shared; 0 for no condition. */
  int minBands;

  private int doc = -1;

  /** The head of the document's signature; {@code null} where there is none to compare. */
  private BytesRef head;

  /** NaN until it is computed. */
  private double similarity = NearValue.NO_SIMILARITY;

  /**
   * @param report counts the heads and signatures that are compared
   */
  NearComparison(
      LeafReader reader, String field, NearValue value, NearRule rule, SearchReport report)
      throws IOException {
    this.field = field;
    this.value = value;
    this.rule = rule;
    this.report = report;
    this.fingerprints = SegmentValues.fingerprints(reader, field);
    if (rule instanceof Similar similar && value.signature().isPresent()) {
      signature = value.signature().get();
      stored = new StoredSignatures(reader, field);
      restBytes = signature.rest().length;
      Bands bands = signature.parameters().bands();
      minHead = similar.minHead(bands);
      minBands = similar.minBands(bands);
    }
  }

  boolean isNeighbour(int target) throws IOException {
    return switch (rule) {
      case NearRule.Radius radius -> radius.holds(distance(target));
      case Similar similar -> advance(target) && isSimilar(target, similar);
    };
  }

  private boolean isSimilar(int target, Similar similar) throws IOException {
    report.addHead();
    if (minBands > 0 && (equalInHead() < minHead || sharedBands() < minBands)) {
      return false;
    }
    report.addSignature();
    return similarity(target) >= similar.minSimilarity()
        && (similar.limitsDistance() == false || distance(target) <= similar.maxDistance());
  }

  /** The distance, or {@link NearValue#NO_DISTANCE} if one of the two has no fingerprint. */
  int distance(int target) throws IOException {
    return value.fingerprint().isPresent() && fingerprints.advanceExact(target)
        ? Fingerprint.distance(fingerprints.longValue(), value.fingerprint().getAsLong())
        : NearValue.NO_DISTANCE;
  }

  /** The fingerprint of a document, after {@link #distance} of the same one was found. */
  long fingerprint() throws IOException {
    return fingerprints.longValue();
  }

  /** Reads the head of a document's signature; whether there are signatures to compare. */
  private boolean advance(int target) throws IOException {
    if (doc != target && signature != null) {
      doc = target;
      BytesRef read = stored.head(target);
      boolean isComparable =
          read != null && signature.isComparable(read.bytes, read.offset, read.length);
      head = isComparable ? read : null;
      similarity = isComparable ? Double.NaN : NearValue.NO_SIMILARITY;
    }
    return head != null;
  }

  /** The equal components of the heads, of a document that has a similarity. */
  int equalInHead() {
    return signature.equalInHead(head.bytes, head.offset);
  }

  /** The shared bands, of a document that has a similarity. */
  int sharedBands() {
    return signature.sharedBands(head.bytes, head.offset);
  }

  /**
   * The similarity of a document, or {@link NearValue#NO_SIMILARITY} where there are no signatures
   * to compare; read once for calls that follow one another.
   */
  double similarity(int target) throws IOException {
    if (advance(target) && Double.isNaN(similarity)) {
      BytesRef rest = stored.rest(target);
      similarity =
          rest.length == restBytes
              ? signature.similarity(head.bytes, head.offset, rest.bytes, rest.offset)
              : NearValue.NO_SIMILARITY;
    }
    return similarity;
  }
}
