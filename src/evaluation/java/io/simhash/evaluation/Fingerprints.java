package io.simhash.evaluation;

import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.BitSums;
import io.simhash.core.simhash.NibbleBitSums;
import io.simhash.core.simhash.SimHash;

/** One profile's fingerprints of a corpus, and the effective features behind each. */
final class Fingerprints {

  private final BitSums bitSums = new NibbleBitSums();
  private final Profile profile;
  private final long[] values;
  private final float[] effective;

  Fingerprints(Profile profile, int size) {
    this.profile = profile;
    values = new long[size];
    effective = new float[size];
  }

  /** The fingerprint of a document with these features, whose hashes stand aside. */
  void put(int document, Features features, long[] hashes) {
    long[] sums = bitSums.of(hashes, features.weights(), features.size());
    values[document] = SimHash.of(sums, profile.ties());
    effective[document] = (float) features.effective();
  }

  int size() {
    return values.length;
  }

  long of(int document) {
    return values[document];
  }

  /** Whether the document has a fingerprint: it has a feature, and enough effective ones. */
  boolean has(int document) {
    return effective[document] > 0 && effective[document] >= profile.minFeatures();
  }

  float effective(int document) {
    return effective[document];
  }
}
