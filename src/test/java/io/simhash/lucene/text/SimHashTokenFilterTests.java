package io.simhash.lucene.text;

import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TOP;

import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjTokenizer;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockTokenizer;

public class SimHashTokenFilterTests extends BaseTokenStreamTestCase {

  private static final String TEXT = "近似重复的新闻在网络上随处可见，搜索引擎需要把它们找出来。";

  private static Profile.Builder everyText() {
    return Profile.builder().set(MIN_FEATURES, 0.0);
  }

  private static Analyzer analyzer(Profile profile, SimHashTokenFilter.Output output) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new AnsjTokenizer(AnsjMode.QUERY, AnsjDictionary.EMPTY);
        return new TokenStreamComponents(
            tokenizer, new SimHashTokenFilter(tokenizer, profile, output));
      }
    };
  }

  private static String fingerprint(Profile profile, String text) {
    Analyzer inner = new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);
    return new TextFingerprinter(profile, Optional.of(new IdentifiedAnalyzer(inner, "none")))
        .of(text)
        .hex();
  }

  public void testOneTokenIsTheFingerprint() throws IOException {
    Profile profile = everyText().build();
    try (Analyzer analyzer = analyzer(profile, SimHashTokenFilter.Output.FINGERPRINT)) {
      assertAnalyzesTo(
          analyzer,
          TEXT,
          new String[] {fingerprint(profile, TEXT)},
          new int[] {0},
          new int[] {28},
          new String[] {"simhash"},
          new int[] {1});
    }
  }

  public void testFourTokensAreItsBlocks() throws IOException {
    Profile profile = everyText().set(SHINGLE, Shingling.SINGLE_TOKENS).set(TOP, 20).build();
    String hex = fingerprint(profile, TEXT);
    try (Analyzer analyzer = analyzer(profile, SimHashTokenFilter.Output.BLOCKS)) {
      assertAnalyzesTo(
          analyzer,
          TEXT,
          new String[] {
            "0_" + hex.substring(0, 4),
            "1_" + hex.substring(4, 8),
            "2_" + hex.substring(8, 12),
            "3_" + hex.substring(12)
          },
          new int[] {1, 0, 0, 0});
    }
  }

  public void testNoFeatureNoToken() throws IOException {
    Profile profile = everyText().build();
    for (SimHashTokenFilter.Output output : SimHashTokenFilter.Output.values()) {
      try (Analyzer analyzer = analyzer(profile, output)) {
        assertAnalyzesTo(analyzer, "", new String[0]);
        assertAnalyzesTo(analyzer, "一，。", new String[0]);
      }
    }
  }

  public void testRandomData() throws IOException {
    for (SimHashTokenFilter.Output output : SimHashTokenFilter.Output.values()) {
      try (Analyzer analyzer = analyzer(everyText().set(MIN_TOKEN_LENGTH, 1).build(), output)) {
        checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
      }
    }
  }

  public void testAProfileThatNeedsTheTextIsRefused() {
    MockTokenizer input = new MockTokenizer();
    input.setReader(new StringReader(""));
    Profile profile = Profile.builder().set(CUE_PHRASES, List.of("总之")).build();
    TokenStream stream = input;
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new SimHashTokenFilter(stream, profile, SimHashTokenFilter.Output.FINGERPRINT));
    assertEquals(
        "a token filter does not see the text: it has neither [cue_phrases] nor [shingle.unit]"
            + " [character]",
        e.getMessage());
  }
}
