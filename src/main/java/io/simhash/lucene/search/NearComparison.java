package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearRule.Similar;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.OptionalLong;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/**
 * Compares the documents of one segment with a value by a {@link NearRule}, for one search thread.
 * Documents must be asked for in ascending order.
 */
final class NearComparison {

  private final NearRule rule;
  private final OptionalLong fingerprint;
  private final NumericDocValues fingerprints;
  private final SearchReport report;

  /** {@code null} where signatures are not compared. */
  private final SignatureComparison signatures;

  private int minHead;
  private int minBands;

  /**
   * @param report counts the heads and signatures that are compared
   */
  NearComparison(
      LeafReader reader, String field, NearValue value, NearRule rule, SearchReport report)
      throws IOException {
    this.rule = rule;
    this.fingerprint = value.fingerprint();
    this.fingerprints = SegmentValues.fingerprints(reader, field);
    this.report = report;
    if (rule instanceof Similar similar && value.signature().isPresent()) {
      signatures = new SignatureComparison(reader, field, value.signature().get());
      Bands bands = value.signature().get().parameters().bands();
      minHead = similar.minHead(bands);
      minBands = similar.minBands(bands);
    } else {
      signatures = null;
    }
  }

  boolean isNeighbour(int doc) throws IOException {
    return switch (rule) {
      case NearRule.Radius radius -> radius.holds(distance(doc));
      case Similar similar -> signatures != null && isSimilar(doc, similar);
    };
  }

  private boolean isSimilar(int doc, Similar similar) throws IOException {
    if (signatures.advance(doc) == false) {
      return false;
    }
    report.addHead();
    if (minBands > 0
        && (signatures.equalInHead() < minHead || signatures.sharedBands() < minBands)) {
      return false;
    }
    report.addSignature();
    return signatures.similarity(doc) >= similar.minSimilarity()
        && (similar.limitsDistance() == false || distance(doc) <= similar.maxDistance());
  }

  /** The distance, or {@link NearValue#NO_DISTANCE} if one of the two has no fingerprint. */
  int distance(int doc) throws IOException {
    return fingerprint.isPresent() && fingerprints.advanceExact(doc)
        ? Fingerprint.distance(fingerprints.longValue(), fingerprint.getAsLong())
        : NearValue.NO_DISTANCE;
  }

  /** The fingerprint of a document, after {@link #distance} of the same one was found. */
  long fingerprint() throws IOException {
    return fingerprints.longValue();
  }

  /**
   * The similarity of a document, or {@link NearValue#NO_SIMILARITY} where there are no signatures
   * to compare.
   */
  double similarity(int doc) throws IOException {
    return signatures == null ? NearValue.NO_SIMILARITY : signatures.similarity(doc);
  }

  /** The equal components of the heads, of a document that has a similarity. */
  int equalInHead() {
    return signatures.equalInHead();
  }

  /** The components that must be equal in the heads; 0 for no condition. */
  int minHead() {
    return minHead;
  }

  /** The bands that must be shared; 0 for no condition. */
  int minBands() {
    return minBands;
  }

  /** The shared bands, of a document that has a similarity. */
  int sharedBands() {
    return signatures.sharedBands();
  }
}
