package io.simhash.lucene.ansj;

import io.simhash.core.feature.Tokens.Token;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The tokens of earlier versions. If this fails, earlier and new fingerprints are not comparable:
 * raise {@link AnsjAnalyzer#ANALYSIS_VERSION} and give the new version a golden file of its own.
 */
public class GoldenTokensTests extends LuceneTestCase {

  private static final String FILE =
      "/golden/ansj-tokens-v" + AnsjAnalyzer.ANALYSIS_VERSION + ".txt";

  public void testTokensAreWhatTheyWere() throws IOException {
    String text = null;
    int compared = 0;
    for (String line : lines()) {
      int colon = line.indexOf(':');
      if (line.startsWith("#") || colon < 0) {
        continue;
      }
      String value = line.substring(colon + 1).strip();
      if (line.startsWith("text")) {
        text = unescape(value);
      } else {
        AnsjMode mode = AnsjMode.valueOf(line.substring(0, colon).toUpperCase(Locale.ROOT));
        assertEquals(text + " in mode " + mode, value, tokens(mode, text));
        compared++;
      }
    }
    assertTrue("only " + compared, compared >= 40 * AnsjMode.values().length);
  }

  private static List<String> lines() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                GoldenTokensTests.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  private static String unescape(String text) {
    return Pattern.compile("\\\\u(\\p{XDigit}{4})")
        .matcher(text)
        .replaceAll(unit -> String.valueOf((char) Integer.parseInt(unit.group(1), 16)))
        .translateEscapes();
  }

  /** Term, type and offsets of each token. */
  static String tokens(AnsjMode mode, String text) {
    try (AnsjAnalyzer analyzer = new AnsjAnalyzer(mode, AnsjDictionary.EMPTY, StopWords.EMPTY)) {
      return TokenSource.ANALYSIS.tokens(analyzer, text).stream()
          .map(GoldenTokensTests::describe)
          .collect(Collectors.joining(" "));
    }
  }

  private static String describe(Token token) {
    return token.term() + "/" + token.partOfSpeech() + "@" + token.start() + "-" + token.end();
  }
}
