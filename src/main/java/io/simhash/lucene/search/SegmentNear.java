package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/**
 * Compares the documents of one segment with a value, for one search thread: by fingerprints, then
 * by signatures. Documents must be asked for in ascending order.
 */
final class SegmentNear {

  private final OptionalLong fingerprint;
  private final NearRule rule;
  private final int maxDistance;
  private final NumericDocValues fingerprints;
  private final SegmentSignatures signatures;

  SegmentNear(LeafReader reader, String field, NearValue value, NearRule rule) throws IOException {
    this.fingerprint = value.fingerprint();
    this.rule = rule;
    this.maxDistance = Math.max(rule.maxDistance(), rule.maxDistanceAlone());
    this.fingerprints = SegmentNearValues.fingerprints(reader, field);
    this.signatures =
        new SegmentSignatures(
            reader,
            SimHashFields.signatureField(field),
            rule.usesSignatures() ? value.signature() : Optional.empty());
  }

  boolean isNeighbour(int doc) throws IOException {
    int distance = distance(doc);
    if (distance > maxDistance) {
      return false;
    }
    double similarity = similarity(doc);
    return rule.holds(distance, similarity) && sharesBand(similarity);
  }

  /** Whether the document shares the bands that the rule asks for. */
  private boolean sharesBand(double similarity) throws IOException {
    return similarity == NearRule.NO_SIMILARITY
        || rule.usesBands() == false
        || signatures.sharedBands() > 0;
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

  /** The similarity, or {@link NearRule#NO_SIMILARITY} without signatures to compare. */
  double similarity(int doc) throws IOException {
    return signatures.similarity(doc);
  }
}
