package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One value of a {@code simhash} field, read from a document.
 *
 * @param fingerprint the fingerprint
 * @param profile the id of the profile that made it; null where it is not known
 * @param features its number of features; null where it is not known
 * @param effectiveFeatures its effective number of features; null where it is not known
 */
record FingerprintValue(
    long fingerprint, String profile, Integer features, Float effectiveFeatures) {

  /** The longest profile name, in UTF-16 units: a fingerprint made elsewhere may have its own. */
  static final int MAX_PROFILE_LENGTH = 256;

  private static final String FINGERPRINT = "fingerprint";
  static final String PROFILE = "profile";
  static final String FEATURES = "features";
  static final String EFFECTIVE_FEATURES = "effective_features";
  private static final Set<String> KEYS =
      Set.of(FINGERPRINT, PROFILE, FEATURES, EFFECTIVE_FEATURES);

  /**
   * Reads a fingerprint, or the object that the ingest processor writes.
   *
   * @throws IllegalArgumentException with a sentence that says what was wrong
   */
  static FingerprintValue ofFingerprint(Object value) {
    if (value instanceof Map<?, ?> object) {
      return ofObject(object);
    }
    return new FingerprintValue(Fingerprint.parseValue(value), null, null, null);
  }

  /**
   * Fingerprints a text; empty where the text has no fingerprint.
   *
   * @throws IllegalArgumentException if {@code value} is no text, or too long
   */
  static Optional<FingerprintValue> ofText(TextFingerprinter fingerprinter, Object value) {
    if (value instanceof Map<?, ?>) {
      throw new IllegalArgumentException("a field that fingerprints text takes no object");
    }
    TextFingerprint made = fingerprinter.of(value.toString());
    return made.fingerprint().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new FingerprintValue(
                made.fingerprint().getAsLong(),
                made.profile(),
                made.features().size(),
                (float) made.effectiveFeatures()));
  }

  private static FingerprintValue ofObject(Map<?, ?> object) {
    Set<String> unknown = new TreeSet<>();
    object.keySet().forEach(key -> unknown.add(key.toString()));
    unknown.removeAll(KEYS);
    if (unknown.isEmpty() == false) {
      throw new IllegalArgumentException(
          "the object of a fingerprint may have "
              + new TreeSet<>(KEYS)
              + " but has ["
              + String.join(", ", unknown)
              + "]");
    }
    Object fingerprint = object.get(FINGERPRINT);
    if (fingerprint == null) {
      throw new IllegalArgumentException("the object of a fingerprint needs [fingerprint]");
    }
    return new FingerprintValue(
        Fingerprint.parseValue(fingerprint),
        profile(object.get(PROFILE)),
        features(object.get(FEATURES)),
        effectiveFeatures(object.get(EFFECTIVE_FEATURES)));
  }

  private static String profile(Object value) {
    if (value instanceof String profile && profile.length() > MAX_PROFILE_LENGTH) {
      throw new IllegalArgumentException(
          "[profile] must have at most ["
              + MAX_PROFILE_LENGTH
              + "] characters but had ["
              + profile.length()
              + "]");
    }
    if ("".equals(value)) {
      throw new IllegalArgumentException("[profile] must not be empty");
    }
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new IllegalArgumentException("[profile] must be a string but was [" + value + "]");
  }

  private static Integer features(Object value) {
    if (value == null || (value instanceof Integer features && features >= 0)) {
      return (Integer) value;
    }
    throw new IllegalArgumentException(
        "[features] must be an integer in [0, 2147483647] but was [" + value + "]");
  }

  private static Float effectiveFeatures(Object value) {
    if (value == null) {
      return null;
    }
    float effective = value instanceof Number number ? number.floatValue() : Float.NaN;
    if (effective >= 0 && Float.isFinite(effective)) {
      return effective;
    }
    throw new IllegalArgumentException(
        "[effective_features] must be a number of at least [0] but was [" + value + "]");
  }
}
