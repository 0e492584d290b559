package io.simhash.evaluation;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.SimHash;
import io.simhash.core.simhash.TextFingerprint;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** One profile's fingerprints of a corpus, and the effective features behind each. */
final class Fingerprints implements Analysis.Sink {

  private final Profile profile;
  private final FeatureExtractor extractor;
  private final long[] values;
  private final boolean[] present;
  private final float[] effective;

  Fingerprints(Profile profile, int size) {
    this.profile = profile;
    extractor = new FeatureExtractor(profile);
    values = new long[size];
    present = new boolean[size];
    effective = new float[size];
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    TextFingerprint made =
        SimHash.fingerprint(extractor.extract(List.of(body), titleTerms), profile);
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

  OptionalLong find(int document) {
    return has(document) ? OptionalLong.of(of(document)) : OptionalLong.empty();
  }

  float effective(int document) {
    return effective[document];
  }
}
