package io.simhash.evaluation;

import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.SimHash;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** One profile's fingerprints of a corpus. */
final class Fingerprints implements Analysis.Sink {

  private final Profile profile;
  private final FeatureExtractor extractor;
  private final OptionalLong[] values;

  Fingerprints(Profile profile, int size) {
    this.profile = profile;
    extractor = new FeatureExtractor(profile);
    values = new OptionalLong[size];
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    values[document] =
        SimHash.fingerprint(extractor.extract(List.of(body), titleTerms), profile).fingerprint();
  }

  int size() {
    return values.length;
  }

  /** Whether the document has a fingerprint. */
  boolean has(int document) {
    return values[document].isPresent();
  }

  long of(int document) {
    return values[document].getAsLong();
  }

  OptionalLong find(int document) {
    return values[document];
  }
}
