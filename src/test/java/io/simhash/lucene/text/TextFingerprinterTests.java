package io.simhash.lucene.text;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.SHINGLE;

import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.elasticsearch.test.ESTestCase;

public class TextFingerprinterTests extends ESTestCase {

  private static final Profile.Builder WORDS =
      Profile.builder(Preset.WORDS).set(MIN_FEATURES, 0.0).analysis("standard");
  private static final Profile CHARACTERS =
      Profile.builder().set(SHINGLE, new Shingling(Shingling.Unit.CHARACTER, 3)).build();
  private static final Optional<IdentifiedAnalyzer> STANDARD =
      Optional.of(new IdentifiedAnalyzer(new StandardAnalyzer(), "standard"));

  /** The fingerprint of four words, by {@code src/test/golden/second_implementation.py}. */
  public void testTextToFingerprint() {
    TextFingerprinter words = new TextFingerprinter(WORDS.build(), STANDARD);
    assertEquals("8002c6820052906b", words.of("The quick, brown fox!").hex());
    assertEquals(4, words.of("The quick, brown fox!").features().size());
    assertNull(words.of("").hex());
  }

  public void testAnalyzerAndProfileMustBelongTogether() {
    assertRefused(
        "the profile is for [other] but the analyzer is [standard]",
        () ->
            new TextFingerprinter(
                Profile.builder(Preset.WORDS).analysis("other").build(), STANDARD));
    assertRefused(
        "the profile is for [standard] but the analyzer is [characters]",
        () -> new TextFingerprinter(WORDS.build(), Optional.empty()));
    assertRefused(
        "the profile is for [characters] but the analyzer is [standard]",
        () -> new TextFingerprinter(CHARACTERS, STANDARD));
    TextFingerprinter characters = new TextFingerprinter(CHARACTERS, Optional.empty());
    assertNotNull(characters.of("the quick brown fox").hex());
  }

  /** Cue phrases are found whatever form the text and they are brought into. */
  public void testCuePhrasesInAFoldedText() {
    for (Set<Folding.Kind> kinds : List.of(Set.<Folding.Kind>of(), Set.of(Folding.Kind.ACCENTS))) {
      Profile profile =
          Profile.builder(Preset.WORDS)
              .analysis("standard")
              .set(ProfileOption.CUE_PHRASES, List.of("In Re\u0301sume\u0301", "\u00ad"))
              .set(ProfileOption.CUE_FACTOR, 7.0)
              .text(new TextOptions(new Folding(kinds), Boilerplate.NONE))
              .build();
      TextFingerprint made =
          new TextFingerprinter(profile, STANDARD).of("A bird. In R\u00e9sum\u00e9 the fox ran.");
      assertEquals(
          List.of(1.0, 7.0, 7.0),
          Stream.of("bird", "fox", "ran")
              .map(
                  word ->
                      made.features().list().stream()
                          .filter(feature -> feature.text().equals(word))
                          .findFirst()
                          .orElseThrow()
                          .factor(Factor.CUE))
              .toList());
    }
  }

  public void testOneTextForEachBoost() {
    TextFingerprinter two =
        new TextFingerprinter(WORDS.boosts(List.of(1.0, 2.0)).build(), STANDARD);
    assertEquals(
        List.of(1.0, 2.0),
        two.ofParts(List.of("fox", "wolf"), "", TokenSource.ANALYSIS).features().list().stream()
            .map(feature -> feature.factor(Factor.FIELD))
            .toList());
    assertRefused("there must be [2] texts but were [1]", () -> two.of("fox"));
    WORDS.boosts(List.of(1.0));
  }

  private static void assertRefused(String sentence, ThrowingRunnable code) {
    Exception e = expectThrows(IllegalArgumentException.class, code);
    assertEquals(sentence, e.getMessage());
  }
}
