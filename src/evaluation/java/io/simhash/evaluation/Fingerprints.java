package io.simhash.evaluation;

import io.simhash.core.simhash.TextFingerprint;

/** One profile's fingerprints of a corpus, and the effective features behind each. */
final class Fingerprints {

  private final long[] values;
  private final boolean[] present;
  private final float[] effective;

  Fingerprints(int size) {
    values = new long[size];
    present = new boolean[size];
    effective = new float[size];
  }

  void put(int document, TextFingerprint made) {
    present[document] = made.fingerprint().isPresent();
    values[document] = made.fingerprint().orElse(0);
    effective[document] = (float) made.features().effective();
  }

  int size() {
    return values.length;
  }

  long of(int document) {
    return values[document];
  }

  /** Whether the document has a fingerprint. */
  boolean has(int document) {
    return present[document];
  }

  float effective(int document) {
    return effective[document];
  }
}
