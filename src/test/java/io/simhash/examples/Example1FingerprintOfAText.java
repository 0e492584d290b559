package io.simhash.examples;

import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.SimHash;
import java.util.List;
import java.util.Set;
import org.junit.Test;

/** Text to features to a fingerprint, and the distance of two fingerprints. */
public class Example1FingerprintOfAText {

  /** Features are the distinct windows of three characters: no analyzer is needed. */
  static final Profile PROFILE =
      Profile.builder().set(SHINGLE, new Shingling(Shingling.Unit.CHARACTER, 3)).build();

  static long fingerprint(String text) {
    Features features =
        new FeatureExtractor(PROFILE).extract(List.of(new BodyField(text, List.of(), 1)), Set.of());
    return SimHash.fingerprint(features, PROFILE).fingerprint().getAsLong();
  }

  @Test
  public void testAFingerprintIsSixteenHexadecimalDigits() {
    assertEquals("46c84622d9cc3653", Fingerprint.toHex(fingerprint(Texts.ANNOUNCEMENT)));
  }

  @Test
  public void testVersionsOfOneTextDifferInFewBits() {
    long announcement = fingerprint(Texts.ANNOUNCEMENT);
    assertEquals(6, Fingerprint.distance(announcement, fingerprint(Texts.REPRINT)));
    assertEquals(1.0 / 7, DistanceScore.RECIPROCAL.of(6), 0);
  }

  /** Unrelated texts differ in about half of the 64 bits. */
  @Test
  public void testOtherTextsDifferInManyBits() {
    long announcement = fingerprint(Texts.ANNOUNCEMENT);
    assertEquals(36, Fingerprint.distance(announcement, fingerprint(Texts.MATCH_REPORT)));
  }

  /** Fingerprints can be compared when their profiles have the same id, and only then. */
  @Test
  public void testTheProfileSaysWhatMayBeCompared() {
    assertTrue(PROFILE.id().matches("[0-9a-f]{12}"));
  }
}
