package io.simhash.lucene.ansj;

import io.simhash.core.feature.Tokens.Token;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.analysis.MockReaderWrapper;

public class AnsjAnalyzerTests extends BaseTokenStreamTestCase {

  private static final String WORDS = "云计算平台\tnz\t2000\n计算\n平台化\nc++语言\tn\nabc\n的的\n云计\nnew york\n";

  private static Analyzer plain(AnsjMode mode) {
    return new AnsjAnalyzer(mode, AnsjDictionary.EMPTY, StopWords.EMPTY);
  }

  private static AnsjDictionary dictionary(String text) throws IOException {
    return AnsjDictionary.read(new StringReader(text));
  }

  public void testARandomTextIsCutInOrder() throws IOException {
    for (AnsjMode mode : AnsjMode.values()) {
      try (Analyzer analyzer = plain(mode)) {
        checkRandomData(random(), analyzer, 50 * RANDOM_MULTIPLIER);
        checkRandomData(random(), analyzer, 3, 8192);
      }
    }
  }

  public void testARandomTextIsCutInOrderWithADictionaryAndStopWords() throws IOException {
    StringBuilder words = new StringBuilder(WORDS);
    for (int i = 0; i < 500; i++) {
      words.append(randomChinese(1 + random().nextInt(4))).append('\n');
    }
    CharArraySet stopWords = new CharArraySet(List.of("的", "a", "一"), false);
    for (AnsjMode mode : AnsjMode.values()) {
      try (Analyzer analyzer =
          new AnsjAnalyzer(mode, dictionary(words.toString()), new StopWords(stopWords))) {
        checkRandomData(random(), analyzer, 30 * RANDOM_MULTIPLIER);
        for (int i = 0; i < 200; i++) {
          checkAnalysisConsistency(random(), analyzer, random().nextBoolean(), randomMixture());
        }
      }
    }
  }

  /** Few characters, so that dictionary words overlap often. */
  private static String randomChinese(int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("云计算平台化的中国一三年李王小明".charAt(random().nextInt(16)));
    }
    return text.toString();
  }

  private static String randomMixture() {
    String[] parts = {"1", "23", ".", "é", "Bc", "\uD840\uDC00", "😀", " ", "，", "。", "\uD800"};
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(20); i >= 0; i--) {
      text.append(randomChinese(random().nextInt(8))).append(parts[random().nextInt(11)]);
    }
    return text.toString();
  }

  /** A dictionary with a word in ASCII letters has every text cut by ansj itself. */
  public void testTextWithoutHanIsCutAsAnsjCutsIt() throws IOException {
    AnsjDictionary ascii = dictionary("zzzzzzzz\n");
    for (AnsjMode mode : AnsjMode.values()) {
      try (Analyzer rules = plain(mode);
          Analyzer ansj = new AnsjAnalyzer(mode, ascii, StopWords.EMPTY)) {
        for (int i = mode == AnsjMode.NLP ? 300 : 3000; i > 0; i--) {
          // Mode nlp may join signs outside Latin-1, as in "①％": the one known difference.
          String text = randomWithoutHan(mode == AnsjMode.NLP ? "" : "℃’“”—．％™①½\uE811");
          assertEquals(mode + ": " + text, described(ansj, text), described(rules, text));
        }
      }
    }
  }

  /** Each character but those of Han after a digit and before a letter: all units of ansj. */
  public void testEachCharacterWithoutHan() throws IOException {
    AnsjDictionary ascii = dictionary("zzzzzzzz\n");
    for (AnsjMode mode : List.of(AnsjMode.BASE, AnsjMode.INDEX)) {
      try (Analyzer rules = plain(mode);
          Analyzer ansj = new AnsjAnalyzer(mode, ascii, StopWords.EMPTY)) {
        for (char c = 0; c < Character.MAX_VALUE; c++) {
          if (Characters.isHan(c) == false) {
            String text = "1" + c + "b";
            assertEquals(mode + ": " + (int) c, described(ansj, text), described(rules, text));
          }
        }
      }
    }
  }

  private static String randomWithoutHan(String signs) {
    String frequent = "abZ.019.%° .,:-/·'²ＡＺ０９é\uD800" + signs;
    StringBuilder text = new StringBuilder();
    for (int i = random().nextInt(30); i >= 0; i--) {
      char rare = (char) (random().nextInt(10) == 0 ? random().nextInt(0x10000) : '中');
      boolean frequentOnly = Characters.isHan(rare) || signs.isEmpty();
      text.append(frequentOnly ? frequent.charAt(random().nextInt(frequent.length())) : rare);
    }
    return text.toString();
  }

  private static List<String> described(Analyzer analyzer, String text) {
    return TokenSource.ANALYSIS.tokens(analyzer, text).stream().map(Token::toString).toList();
  }

  public void testChinese() throws IOException {
    try (Analyzer analyzer = plain(AnsjMode.QUERY)) {
      assertAnalyzesTo(
          analyzer,
          "中华人民共和国成立于1949年，首都在北京。",
          new String[] {"中华人民共和国", "成立", "于", "1949年", "首都", "在", "北京"},
          new int[] {0, 7, 9, 10, 16, 18, 19},
          new int[] {7, 9, 10, 15, 18, 19, 21},
          new String[] {"ns", "v", "p", "t", "n", "p", "ns"},
          new int[] {1, 1, 1, 1, 1, 1, 1});
    }
  }

  public void testNothingComesOfNothing() throws IOException {
    for (AnsjMode mode : AnsjMode.values()) {
      try (Analyzer analyzer = plain(mode)) {
        for (String text : new String[] {"", " ", "。", "\n\n", "，。！ …—《》\u3000", "\uD800"}) {
          assertAnalyzesTo(analyzer, text, new String[0]);
        }
      }
    }
  }

  public void testLongWordsAreCut() throws IOException {
    for (AnsjMode mode : AnsjMode.values()) {
      for (String letter : new String[] {"李", "a", "1", "é", "🤖", "𐐀", "一", "가", "。"}) {
        try (Analyzer analyzer = plain(mode)) {
          String text = letter.repeat(mode == AnsjMode.NLP ? 10_000 : 100_000);
          int at = 0;
          for (Token token : TokenSource.ANALYSIS.tokens(analyzer, text)) {
            assertFalse(Character.isLowSurrogate(text.charAt(token.start())));
            assertEquals(at, token.start());
            assertTrue(token.end() - token.start() <= Segmenter.MAX_WORD_LENGTH);
            at = token.end();
          }
          assertEquals(letter.equals("。") ? 0 : text.length(), at);
        }
      }
    }
  }

  public void testAMillionCharacters() throws IOException {
    String sentence = "近似重复的新闻在网络上随处可见，搜索引擎需要把它们找出来";
    String text = sentence.repeat(1_000_000 / sentence.length());
    try (Analyzer analyzer = plain(AnsjMode.QUERY)) {
      List<Token> tokens = TokenSource.ANALYSIS.tokens(analyzer, text);
      assertTrue(tokens.size() > 300_000);
      assertEquals(text.length(), tokens.getLast().end());
    }
  }

  public void testASentenceIsCutAlikeWhereverItStands() throws IOException {
    try (Analyzer analyzer = plain(AnsjMode.NLP)) {
      String sentence = "囧檬树在研究生命起源！";
      List<String> alone = terms(analyzer, sentence);
      List<String> after = terms(analyzer, "他种了囧檬树。" + sentence);
      assertEquals(alone, after.subList(after.size() - alone.size(), after.size()));
    }
  }

  private static List<String> terms(Analyzer analyzer, String text) {
    return TokenSource.ANALYSIS.tokens(analyzer, text).stream().map(Token::term).toList();
  }

  public void testAReaderThatGivesLittleAtATime() throws IOException {
    String text = randomChinese(5000) + "，" + randomMixture();
    try (Analyzer analyzer = plain(AnsjMode.QUERY)) {
      List<String> expected = terms(analyzer, text);
      Tokenizer tokenizer = new AnsjTokenizer(AnsjMode.QUERY, AnsjDictionary.EMPTY);
      tokenizer.setReader(new MockReaderWrapper(random(), new StringReader(text)));
      assertTokenStreamContents(tokenizer, expected.toArray(new String[0]));
    }
  }

  public void testADictionarysWordsAreFound() throws IOException {
    AnsjDictionary words = dictionary("云计算平台\tnz\n计算平台\n");
    for (AnsjMode mode : new AnsjMode[] {AnsjMode.QUERY, AnsjMode.DIC, AnsjMode.NLP}) {
      try (Analyzer analyzer = new AnsjAnalyzer(mode, words, StopWords.EMPTY)) {
        assertAnalyzesTo(analyzer, "云计算平台", new String[] {"云计算平台"}, new String[] {"nz"});
      }
    }
  }

  public void testIndexModeOverlapsWordsInAGraph() throws IOException {
    AnsjDictionary words = dictionary("云计算平台\tnz\n计算\n算平");
    try (Analyzer analyzer = new AnsjAnalyzer(AnsjMode.INDEX, words, StopWords.EMPTY)) {
      assertAnalyzesTo(
          analyzer,
          "云计算平台好",
          new String[] {"云计算平台", "计算", "算平", "好"},
          new int[] {0, 1, 2, 5},
          new int[] {5, 3, 4, 6},
          new String[] {"nz", "userDefine", "userDefine", "a"},
          new int[] {1, 1, 1, 3},
          new int[] {5, 2, 2, 1});
    }
  }

  public void testStopWordsAreLeftOut() throws IOException {
    CharArraySet stopWords = new CharArraySet(List.of("的"), false);
    try (Analyzer analyzer =
        new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, new StopWords(stopWords))) {
      assertAnalyzesTo(analyzer, "中国的北京", new String[] {"中国", "北京"}, new int[] {1, 2});
    }
  }

  public void testTheIdentityNamesWhatDecidesATOken() throws IOException {
    assertEquals(
        "ansj_query;analysis=1;ansj_seg=5.1.6;dictionary=none;stopwords=none",
        new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, StopWords.EMPTY).identity());
    AnsjDictionary words = dictionary("云计算");
    CharArraySet one = new CharArraySet(List.of("的", "了"), false);
    CharArraySet other = new CharArraySet(List.of("了", "的"), false);
    String identity = new AnsjAnalyzer(AnsjMode.NLP, words, new StopWords(one)).identity();
    assertEquals(identity, new AnsjAnalyzer(AnsjMode.NLP, words, new StopWords(other)).identity());
    assertTrue(identity, identity.contains("dictionary=" + words.contentId + ";stopwords="));
    assertFalse(identity, identity.endsWith("none"));
  }

  public void testTheVersionIsThatOfTheJar() throws IOException {
    Properties properties = new Properties();
    try (InputStream in =
        AnsjAnalyzer.class.getResourceAsStream(
            "/META-INF/maven/org.ansj/ansj_seg/pom.properties")) {
      properties.load(in);
    }
    assertEquals(properties.getProperty("version"), AnsjAnalyzer.ANSJ_VERSION);
  }
}
