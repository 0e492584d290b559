package io.simhash.core.simhash;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Features;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.HashedSet.SetOverlap;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
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

  /** The two texts' shingles have 5 characters. */
  private static TextComparison.Side side(String text, Optional<Signature> signature) {
    return new TextComparison.Side(
        HashedSet.of(Shingling.ofCharacters(text, 5).stream().mapToLong(FeatureHash.XXH3::hash)),
        fingerprint(text),
        signature);
  }

  private static Optional<Signature> signature(String text, Shingling shingling) {
    long[] elements =
        Shingling.ofCharacters(text, shingling.size()).stream()
            .mapToLong(FeatureHash.XXH3::hash)
            .toArray();
    return new SignatureParameters(Optional.of(shingling), new Bands(64, 8, 2))
        .ofElements(elements);
  }

  /** Fingerprints and bits were computed by {@code src/test/golden/second_implementation.py}. */
  @Test
  public void testDistanceAndScore() {
    assertEquals("8002c6820052906b", fingerprint("the quick brown fox").hex());
    assertEquals("0400c22220d2b928", fingerprint("the quick brown wolf").hex());
    TextComparison comparison =
        TextComparison.of(
            side("the quick brown fox", Optional.empty()),
            side("the quick brown wolf", Optional.empty()));
    assertEquals(14, comparison.distance().getAsInt());
    assertEquals(1.0 / 15, comparison.score().getAsDouble(), 0);
    assertEquals(
        List.of(0, 5, 14, 21, 24, 26, 34, 40, 50, 52, 55, 57, 62, 63),
        comparison.flips().stream().map(TextComparison.Flip::bit).toList());
    for (TextComparison.Flip flip : comparison.flips()) {
      flip.pulls().forEach(pull -> assertTrue(Set.of("fox", "wolf").contains(pull.text())));
    }
    // thequickbrownfox has 12 shingles of 5, thequickbrownwolf 13; they share the first 9.
    assertEquals(new SetOverlap(12, 13, 9), comparison.shingles());
  }

  @Test
  public void testNoSimilarityWithoutTwoComparableSignatures() {
    Optional<Signature> five = signature("the fox", new Shingling(Shingling.Unit.CHARACTER, 5));
    Optional<Signature> four = signature("the fox", new Shingling(Shingling.Unit.CHARACTER, 4));
    for (List<Optional<Signature>> pair :
        List.of(
            List.of(five, Optional.<Signature>empty()),
            List.of(Optional.<Signature>empty(), five),
            List.of(five, four))) {
      TextComparison comparison =
          TextComparison.of(side("the fox", pair.get(0)), side("the fox", pair.get(1)));
      assertTrue(comparison.similarity().isEmpty());
      assertEquals(1, comparison.score().getAsDouble(), 0);
    }
  }

  /** A text that is too short for a fingerprint can have a signature. */
  @Test
  public void testSimilarityWithoutFingerprints() {
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    TextComparison comparison =
        TextComparison.of(side("", signature("fox", five)), side("fox", signature("fox", five)));
    assertTrue(comparison.distance().isEmpty());
    assertEquals(1, comparison.similarity().getAsDouble(), 0);
  }
}
