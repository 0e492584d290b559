package io.simhash.lucene.text;

import io.simhash.core.profile.Profile;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjTokenizer;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockTokenizer;

public class SimHashTokenFilterTests extends BaseTokenStreamTestCase {

  private static final String TEXT = "近似重复的新闻在网络上随处可见，搜索引擎需要把它们找出来。";

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
    return new TextFingerprinter(profile, inner).of(text).hex();
  }

  public void testOneTokenIsTheFingerprint() throws IOException {
    Profile profile = Profile.builder().build();
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
    Profile profile = Profile.builder().noShingling().top(20).build();
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
    Profile profile = Profile.builder().build();
    for (SimHashTokenFilter.Output output : SimHashTokenFilter.Output.values()) {
      try (Analyzer analyzer = analyzer(profile, output)) {
        assertAnalyzesTo(analyzer, "", new String[0]);
        assertAnalyzesTo(analyzer, "一，。", new String[0]);
      }
    }
  }

  public void testRandomData() throws IOException {
    for (SimHashTokenFilter.Output output : SimHashTokenFilter.Output.values()) {
      try (Analyzer analyzer = analyzer(Profile.builder().minTokenLength(1).build(), output)) {
        checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
      }
    }
  }

  public void testAProfileThatNeedsTheTextIsRefused() {
    MockTokenizer input = new MockTokenizer();
    input.setReader(new StringReader(""));
    Profile profile = Profile.builder().cuePhrases(List.of("总之")).build();
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
