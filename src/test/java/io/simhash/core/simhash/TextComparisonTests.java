package io.simhash.core.simhash;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
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
import io.simhash.core.profile.Ties;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.TextComparison.Flip;
import io.simhash.core.simhash.TextComparison.Pull;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class TextComparisonTests extends ESTestCase {

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
        HashedSet.of(
            CharacterShingles.distinct(text, 5).stream().mapToLong(FeatureHash.XXH3::hash)),
        fingerprint(text),
        signature);
  }

  private static Optional<Signature> signature(String text, Shingling shingling) {
    long[] elements =
        CharacterShingles.distinct(text, shingling.size()).stream()
            .mapToLong(FeatureHash.XXH3::hash)
            .toArray();
    return new SignatureParameters(Optional.of(shingling), new Bands(64, 8, 2))
        .ofElements(elements);
  }

  /** Fingerprints and bits were computed by {@code src/test/golden/second_implementation.py}. */
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
        comparison.flips().stream().map(Flip::bit).toList());
    for (Flip flip : comparison.flips()) {
      flip.pulls().forEach(pull -> assertTrue(Set.of("fox", "wolf").contains(pull.text())));
    }
    // thequickbrownfox has 12 shingles of 5, thequickbrownwolf 13; they share the first 9.
    assertEquals(new SetOverlap(12, 13, 9), comparison.shingles());
  }

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
  public void testSimilarityWithoutFingerprints() {
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    TextComparison comparison =
        TextComparison.of(side("", signature("fox", five)), side("fox", signature("fox", five)));
    assertTrue(comparison.distance().isEmpty());
    assertEquals(1, comparison.similarity().getAsDouble(), 0);
  }

  private static Feature feature(String text, long hash, double weight) {
    return new Feature(text, "", 1, Map.of(), hash, Weight.of(weight));
  }

  private static long[] sums(Features features) {
    SimHash sums = new SimHash();
    features.list().forEach(feature -> sums.add(feature.hash(), feature.weight()));
    return sums.sums();
  }

  private static long fingerprint(Features features, Ties ties) {
    return SimHash.of(sums(features), ties);
  }

  private static List<Flip> flips(Features first, Features second, int limit) {
    return TextComparison.flips(
        first, fingerprint(first, Ties.ZERO), second, fingerprint(second, Ties.ZERO), limit);
  }

  /** "storm" holds the top bit up against "calm"; when it weighs less, the bit falls. */
  public void testNamesTheWordThatTurnsTheBit() {
    long top = 1L << 63;
    Feature calm = feature("calm", 0, 2);
    Features first = new Features(List.of(feature("storm", top, 3), calm));
    Features second = new Features(List.of(feature("storm", top, 1), calm));
    assertEquals(List.of(new Flip(0, List.of(new Pull("storm", 3, 1)))), flips(first, second, 5));
    assertEquals(List.of(new Flip(0, List.of(new Pull("storm", 1, 3)))), flips(second, first, 5));
  }

  public void testGreatestDifferenceFirstAndThenByText() {
    Features first =
        new Features(
            List.of(
                feature("b", 1, 2), feature("a", 1, 2), feature("c", 1, 4), feature("x", 0, 1)));
    Features second =
        new Features(List.of(feature("c", 1, 1), feature("x", 0, 9), feature("y", 1, 1)));
    // The last bit falls from 2+2+4-1 to 1-9+1; y pulls it up, so it did not turn it.
    List<Pull> pulls =
        List.of(
            new Pull("x", -1, -9), new Pull("c", 4, 1), new Pull("a", 2, 0), new Pull("b", 2, 0));
    assertEquals(List.of(new Flip(63, pulls)), flips(first, second, 5));
    assertEquals(List.of(new Flip(63, pulls.subList(0, 2))), flips(first, second, 2));
  }

  /** Its pull on a bit that its hash does not have is 0, not -0. */
  public void testAFeatureThatIsMissingPullsByZero() {
    Features first = new Features(List.of(feature("a", 1, 2)));
    Features second = new Features(List.of(feature("a", 1, 2), feature("b", 0, 3)));
    Pull pull = new Pull("b", 0.0, -3);
    assertEquals(List.of(new Flip(63, List.of(pull))), flips(first, second, 5));
    Pull back = new Pull("b", -3, 0.0);
    assertEquals(List.of(new Flip(63, List.of(back))), flips(second, first, 5));
  }

  public void testEqualTextsFlipNothing() {
    Features features = randomFeatures();
    assertEquals(List.of(), flips(features, features, 5));
  }

  /** The pulls of a turned bit outweigh what the other features did against the turn. */
  public void testPullsExplainTheSums() {
    for (int round = 0; round < 50; round++) {
      Features first = randomFeatures();
      Features second = randomFeatures();
      Ties ties = randomFrom(Ties.values());
      long x = fingerprint(first, ties);
      long y = fingerprint(second, ties);
      List<Flip> flips = TextComparison.flips(first, x, second, y, Integer.MAX_VALUE);
      assertEquals(Fingerprint.distance(x, y), flips.size());
      for (Flip flip : flips) {
        int shift = 63 - flip.bit();
        assertEquals(1, (x ^ y) >>> shift & 1);
        double turn = Weight.toDouble(sums(first)[shift] - sums(second)[shift]);
        double pulled = flip.pulls().stream().mapToDouble(p -> p.first() - p.second()).sum();
        assertEquals((x >>> shift & 1) == 1, turn > 0);
        assertTrue(Math.abs(pulled) >= Math.abs(turn));
        assertEquals(Math.signum(turn), Math.signum(pulled), 0);
      }
    }
  }

  private static Features randomFeatures() {
    List<Feature> features = new ArrayList<>();
    Set<String> texts = new HashSet<>();
    for (int i = between(1, 30); i > 0; i--) {
      String text = "w" + between(1, 40);
      if (texts.add(text)) {
        features.add(feature(text, FeatureHash.XXH3.hash(text), between(1, 8)));
      }
    }
    return new Features(features);
  }
}
