package io.simhash.core.simhash;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.TIES;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Profile.Ties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.Test;

public class SimHashTests {

  @Test
  public void testGolden() {
    for (List<String> row : GoldenFile.rows("simhash-v1.tsv")) {
      long[] sums = GoldenFile.longs(row.get(3));
      assertEquals(row.get(0), row.get(4), Fingerprint.toHex(SimHash.of(sums, Ties.ZERO)));
      assertEquals(row.get(0), row.get(5), Fingerprint.toHex(SimHash.of(sums, Ties.ONE)));
    }
  }

  /** Sums 9 -9 1 -1 1 9, from left to right, become 101011. */
  @Test
  public void testExampleOfTheLiterature() {
    long[] sums = new long[64];
    long[] leftToRight = {9, -9, 1, -1, 1, 9};
    for (int i = 0; i < 6; i++) {
      sums[5 - i] = leftToRight[i];
    }
    assertEquals(0b101011, SimHash.of(sums, Ties.ZERO));
    assertEquals(-1L << 6 | 0b101011, SimHash.of(sums, Ties.ONE));
  }

  /** Three features of weight 1, 1 and 2 have (1 + 1 + 2)² / (1 + 1 + 4) = 8/3 effective ones. */
  @Test
  public void testTooFewEffectiveFeaturesGiveNoFingerprint() {
    Features features = features(1, 1, 2);
    for (double enough : new double[] {0, 2, 16 / 6.0}) {
      Profile profile = Profile.builder().set(MIN_FEATURES, enough).build();
      assertEquals("0000000000000003", SimHash.fingerprint(features, profile).hex());
    }
    Profile more = Profile.builder().set(MIN_FEATURES, Math.nextUp(16 / 6.0)).build();
    TextFingerprint none = SimHash.fingerprint(features, more);
    assertEquals(OptionalLong.empty(), none.fingerprint());
    assertNull(none.hex());
    assertEquals(more.id(), none.profile());
    assertSame(features, none.features());
    assertEquals(2 * Weight.ONE, none.margins()[0]);
    assertEquals(4 * Weight.ONE, none.margins()[1]);
    assertEquals(-4 * Weight.ONE, none.margins()[63]);
  }

  @Test
  public void testWithoutAFeatureThereIsNeverAFingerprint() {
    Profile every = Profile.builder().set(MIN_FEATURES, 0.0).set(TIES, Ties.ONE).build();
    assertEquals(OptionalLong.empty(), SimHash.fingerprint(features(), every).fingerprint());
  }

  /** Weights 1 and 1 against each other: the last bit is a tie. */
  @Test
  public void testTheProfileDecidesTies() {
    Features features = features(1, 1);
    Profile.Builder profile = Profile.builder().set(MIN_FEATURES, 0.0);
    assertEquals("0000000000000002", SimHash.fingerprint(features, profile.build()).hex());
    profile.set(TIES, Ties.ONE);
    assertEquals("0000000000000003", SimHash.fingerprint(features, profile.build()).hex());
  }

  /** Features whose hashes are 2 for the first and 3 for the others. */
  private static Features features(int... weights) {
    List<Feature> features = new ArrayList<>();
    for (int weight : weights) {
      String text = "w" + features.size();
      long hash = features.isEmpty() ? 2 : 3;
      features.add(new Feature(text, "", 1, Map.of(), hash, weight * Weight.ONE));
    }
    return new Features(features);
  }
}
