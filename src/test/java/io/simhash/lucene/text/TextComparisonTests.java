package io.simhash.lucene.text;

import io.simhash.core.minhash.SetOverlap;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.TextComparison;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.elasticsearch.test.ESTestCase;

public class TextComparisonTests extends ESTestCase {

  private static final TextFingerprinter WORDS =
      new TextFingerprinter(Profile.builder(Preset.WORDS).build(), new StandardAnalyzer());

  private static TextComparison.Side side(String text, Optional<Set<String>> set) {
    return new TextComparison.Side(List.of(text), WORDS.of(text), set);
  }

  public void testDistanceAndSimilarity() {
    TextComparison comparison =
        TextComparison.of(
            side("the quick brown fox", Optional.empty()),
            side("the quick brown wolf", Optional.empty()),
            0.85);
    int distance =
        Fingerprint.distance(
            WORDS.of("the quick brown fox").fingerprint().getAsLong(),
            WORDS.of("the quick brown wolf").fingerprint().getAsLong());
    assertEquals(distance, comparison.distance().getAsInt());
    assertEquals(1.0 / (1 + distance), comparison.similarity().getAsDouble(), 0);
    assertEquals(distance, comparison.flips().size());
    // thequickbrownfox has 12 shingles of 5, thequickbrownwolf 13; they share the first 9.
    assertEquals(new SetOverlap(12, 13, 9), comparison.shingles());
  }

  public void testSetsJoinTheSimilarity() {
    TextComparison comparison =
        TextComparison.of(
            side("the fox", Optional.of(Set.of("a", "b"))),
            side("the fox", Optional.of(Set.of("b", "c", "d"))),
            0.8);
    assertEquals(0, comparison.distance().getAsInt());
    assertEquals(0.8 + 0.2 / 4, comparison.similarity().getAsDouble(), 1e-12);
  }

  public void testTextWithoutFingerprintHasNoDistance() {
    TextComparison comparison =
        TextComparison.of(side("!", Optional.empty()), side("fox", Optional.empty()), 0.85);
    assertTrue(comparison.distance().isEmpty());
    assertTrue(comparison.similarity().isEmpty());
    assertEquals(List.of(), comparison.flips());
    assertEquals(new SetOverlap(0, 1, 0), comparison.shingles());
  }
}
