package io.simhash.lucene.search;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.NumericDocValues;

/**
 * All documents of a segment with a fingerprint: for searches whose other clauses leave only few of
 * them.
 */
final class EachFingerprint extends NearDocs {

  private final long fingerprint;
  private final NumericDocValues fingerprints;

  EachFingerprint(long fingerprint, NumericDocValues fingerprints) {
    this.fingerprint = fingerprint;
    this.fingerprints = fingerprints;
  }

  @Override
  public int docID() {
    return fingerprints.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return fingerprints.nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return fingerprints.advance(target);
  }

  @Override
  public long cost() {
    return fingerprints.cost();
  }

  @Override
  int distance() throws IOException {
    return Fingerprint.distance(fingerprints.longValue(), fingerprint);
  }

  @Override
  boolean isExact() {
    return false;
  }

  @Override
  void setMaxDistance(int maxDistance) {}
}
