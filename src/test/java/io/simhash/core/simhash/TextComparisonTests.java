package io.simhash.core.simhash;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.feature.Token;
import io.simhash.core.minhash.SetOverlap;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.Test;

public class TextComparisonTests {

  private static final Profile WORDS = Profile.builder(Preset.WORDS).set(MIN_FEATURES, 0.0).build();

  /** The fingerprint of the words between the spaces. */
  private static TextFingerprint fingerprint(String text) {
    List<Token> tokens = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      int end = (text + " ").indexOf(' ', start);
      tokens.add(new Token(text.substring(start, end), "", start, end));
      start = end + 1;
    }
    Features features =
        new FeatureExtractor(WORDS).extract(List.of(new BodyField(text, tokens, 1)), Set.of());
    return SimHash.fingerprint(features, WORDS);
  }

  private static TextComparison.Side side(String text, Optional<Set<String>> set) {
    return new TextComparison.Side(List.of(text), fingerprint(text), set);
  }

  /** Fingerprints and bits were computed by {@code src/test/golden/second_implementation.py}. */
  @Test
  public void testDistanceAndSimilarity() {
    assertEquals("8002c6820052906b", fingerprint("the quick brown fox").hex());
    assertEquals("0400c22220d2b928", fingerprint("the quick brown wolf").hex());
    TextComparison comparison =
        TextComparison.of(
            side("the quick brown fox", Optional.empty()),
            side("the quick brown wolf", Optional.empty()),
            0.85);
    assertEquals(14, comparison.distance().getAsInt());
    assertEquals(1.0 / 15, comparison.similarity().getAsDouble(), 0);
    assertEquals(
        List.of(0, 5, 14, 21, 24, 26, 34, 40, 50, 52, 55, 57, 62, 63),
        comparison.flips().stream().map(BitFlips.Flip::bit).toList());
    for (BitFlips.Flip flip : comparison.flips()) {
      flip.pulls().forEach(pull -> assertTrue(Set.of("fox", "wolf").contains(pull.text())));
    }
    // thequickbrownfox has 12 shingles of 5, thequickbrownwolf 13; they share the first 9.
    assertEquals(new SetOverlap(12, 13, 9), comparison.shingles());
  }

  @Test
  public void testSetsJoinTheSimilarity() {
    TextComparison comparison =
        TextComparison.of(
            side("the fox", Optional.of(Set.of("a", "b"))),
            side("the fox", Optional.of(Set.of("b", "c", "d"))),
            0.8);
    assertEquals(0, comparison.distance().getAsInt());
    assertEquals(0.8 + 0.2 / 4, comparison.similarity().getAsDouble(), 1e-12);
  }

  @Test
  public void testTextWithoutFingerprintHasNoDistance() {
    TextComparison comparison =
        TextComparison.of(side("!", Optional.empty()), side("fox", Optional.empty()), 0.85);
    assertTrue(comparison.distance().isEmpty());
    assertTrue(comparison.similarity().isEmpty());
    assertEquals(List.of(), comparison.flips());
    assertEquals(new SetOverlap(0, 1, 0), comparison.shingles());
  }
}
