package io.simhash.core.shingle;

import io.simhash.core.Binomial;
import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Shingles of the size {@code auto}. */
public class AutoShinglesTests extends LuceneTestCase {

  private static List<String> auto(String text) {
    return List.copyOf(Shingling.ofCharacters(text, Shingling.AUTO));
  }

  /** All windows in order: the window that begins at code point i is item i. */
  private static List<String> windows(String text) {
    CharacterShingles shingles = new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3);
    List<String> windows = new ArrayList<>();
    shingles.forEach((from, to) -> windows.add(shingles.text(from, to)));
    return windows;
  }

  private static int size(String window) {
    return window.codePointCount(0, window.length());
  }

  /** The sizes of all windows. */
  private static List<Integer> sizes(String text) {
    return windows(text).stream().map(AutoShinglesTests::size).toList();
  }

  private static String latin(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> String.valueOf((char) ('a' + random().nextInt(26))))
        .collect(Collectors.joining());
  }

  private static String han(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> String.valueOf((char) (0x4E00 + random().nextInt(0x5000))))
        .collect(Collectors.joining());
  }

  public void testChineseIsCutIntoFives() {
    assertEquals(List.of("近似重复检", "似重复检测", "重复检测很", "复检测很快"), auto("近似重复检测，很快。"));
    String text = han(3000);
    assertEquals(Shingling.ofCharacters(text, 5), Shingling.ofCharacters(text, Shingling.AUTO));
  }

  public void testEnglishIsCutIntoTwelves() {
    assertEquals(List.of("nearduplicat", "earduplicate", "arduplicates"), auto("Near-duplicates!"));
    String text = latin(3000);
    assertEquals(Shingling.ofCharacters(text, 12), Shingling.ofCharacters(text, Shingling.AUTO));
  }

  public void testAShortTextIsOneShingle() {
    assertEquals(List.of("中文"), auto("中文"));
    assertEquals(List.of("中文分词法"), auto("中文分词法"));
    assertEquals(List.of("hello"), auto("Hello!"));
    assertEquals(List.of("helloworld1"), auto("Hello, world 1"));
    assertEquals(List.of("helloworld12"), auto("Hello, world 12"));
    assertEquals(List.of("elasticsearc", "lasticsearch"), auto("elasticsearch"));
    assertEquals(List.of(), auto(""));
    assertEquals(List.of(), auto("—！"));
  }

  /** Where at least one code point in twenty is Chinese, everything is cut as Chinese. */
  public void testAMixedTextIsCutIntoFives() {
    assertEquals(
        List.of("shipp", "hippe", "ipped", "ppedb", "pedby", "edby华", "dby华为"),
        auto("shipped by 华为"));
    assertEquals(16, windows("abcdefghijklmnopqrs中").size());
    String text =
        IntStream.range(0, 150).mapToObj(i -> latin(19) + han(1)).collect(Collectors.joining());
    // Away from the ends, where a neighbourhood is a whole number of groups.
    assertEquals(Set.of(5), Set.copyOf(sizes(text).subList(1000, 2000)));
  }

  public void testKanaAndHangulAreCutAsChinese() {
    assertEquals(List.of("ひらがなか", "らがなかな"), auto("ひらがな かな"));
    assertEquals(List.of("カタカナカ", "タカナカナ"), auto("カタカナ・カナ"));
    assertEquals(List.of("한국어검색", "국어검색엔", "어검색엔진"), auto("한국어 검색 엔진"));
    assertEquals(
        List.of("приветмирпри", "риветмирприв", "иветмирприве", "ветмирпривет"),
        auto("Привет, мир! Привет!"));
  }

  public void testWindowsCountCodePoints() {
    assertEquals(List.of("𠮷野家𠮷野", "野家𠮷野家"), auto("𠮷野家𠮷野家"));
    String letters = "𝔞𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩𝔪";
    assertEquals(List.of("𝔞𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩", "𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩𝔪"), auto(letters));
  }

  public void testGoldenShingles() {
    for (List<String> row : GoldenFile.rows("auto-shingles-v1.tsv", "shingles")) {
      List<String> expected = GoldenFile.texts(row.subList(1, row.size()));
      assertEquals(row.get(0), expected, auto(GoldenFile.text(row.get(0))));
    }
  }

  public void testGoldenLongTexts() {
    for (List<String> row : GoldenFile.rows("auto-shingles-v1.tsv", "long")) {
      String text = GoldenFile.text(row.get(1));
      assertEquals(row.get(0), row.get(2), runs(sizes(text)));
      assertEquals(row.get(0), row.get(3), Sha256.hex(String.join("\n", windows(text))));
    }
  }

  /** For example {@code 12x30,5x1}: thirty long windows and a short one. */
  private static String runs(List<Integer> sizes) {
    List<String> runs = new ArrayList<>();
    for (int start = 0; start < sizes.size(); ) {
      int end = start;
      while (end < sizes.size() && sizes.get(end).equals(sizes.get(start))) {
        end++;
      }
      runs.add(sizes.get(start) + "x" + (end - start));
      start = end;
    }
    return String.join(",", runs);
  }

  /**
   * A Chinese phrase of m characters in a long English text makes 20·m windows short. The window at
   * i sees k of them, 0 ≤ k ≤ m, among 2,000 code points, and is short with probability 20·k /
   * 2000. The 1999 + m windows that see any see 2000·m in all: 20·m windows are short on average. A
   * sum of trials with different probabilities varies less than a binomial of the same mean
   * (Hoeffding, 1956), whose p-value is therefore an upper bound.
   */
  public void testAPhraseInEnglishChangesTwentyWindowsForEachCharacter() {
    for (int m : new int[] {1, 2, 5, 20}) {
      int texts = 40;
      int changed = 0;
      for (int i = 0; i < texts; i++) {
        // Far enough from both ends that no neighbourhood is cut.
        List<Integer> sizes = sizes(latin(2000) + han(m) + latin(2000));
        assertEquals(Set.of(12), Set.copyOf(sizes.subList(0, 1001)));
        assertEquals(Set.of(12), Set.copyOf(sizes.subList(3000 + m, sizes.size())));
        changed += (int) sizes.stream().filter(size -> size == 5).count();
      }
      int trials = texts * (1999 + m);
      Binomial.assertPlausible(m + " characters", changed, trials, 20.0 * m * texts / trials);
    }
  }

  /** A window is short with probability 20·c at the share c of Chinese. */
  public void testTheShareDecidesTheProbability() {
    for (int dense : new int[] {1, 5, 10, 19}) {
      // The neighbourhood of five groups of 400 code points has a share of dense / 400.
      String group = "中".repeat(dense);
      int shortOnes = 0;
      int trials = 0;
      for (int i = 0; i < 10; i++) {
        String text =
            IntStream.range(0, 10)
                .mapToObj(j -> latin(400 - dense) + group)
                .collect(Collectors.joining());
        // Equal windows have equal sizes: those with Chinese, which are alike, are not counted.
        for (String window : windows(text).subList(1000, 3001)) {
          if (window.codePoints().limit(5).noneMatch(c -> c == '中')) {
            trials++;
            shortOnes += size(window) == 5 ? 1 : 0;
          }
        }
      }
      Binomial.assertPlausible(dense + " of 400", shortOnes, trials, dense / 20.0);
    }
  }

  /** An edit far away changes no window: not what is appended, nor what is put before. */
  public void testATextFarAwayChangesNoWindow() {
    for (int i = 0; i < 20; i++) {
      String text = mixed(2500);
      List<String> windows = windows(text);
      String after = random().nextBoolean() ? han(1 + random().nextInt(500)) : latin(500);
      // A window at i depends on what comes before i + 1000.
      assertEquals(windows.subList(0, 1501), windows(text + after).subList(0, 1501));
      String before = random().nextBoolean() ? han(1 + random().nextInt(500)) : latin(500);
      List<String> moved = windows(before + text);
      int length = before.length();
      assertEquals(
          windows.subList(1000, windows.size()), moved.subList(length + 1000, moved.size()));
    }
  }

  /** The neighbourhood of i reaches from i - 1000 to i + 999, as far as there is text. */
  public void testTheNeighbourhood() {
    int texts = 1500;
    int first = 0;
    int last = 0;
    for (int i = 0; i < texts; i++) {
      List<Integer> before = sizes(latin(1000) + "中");
      assertEquals("does not see it", 12, (int) before.get(0));
      first += before.get(1) == 5 ? 1 : 0;
      List<Integer> after = sizes("中" + latin(1012));
      last += after.get(1000) == 5 ? 1 : 0;
      assertEquals("does not see it", 12, (int) after.get(1001));
    }
    Binomial.assertPlausible("one of 1,001", first, texts, 20 / 1001.0);
    Binomial.assertPlausible("one of 1,013", last, texts, 20 / 1013.0);
  }

  private static String mixed(int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(
          random().nextInt(4) == 0
              ? han(1 + random().nextInt(40))
              : latin(1 + random().nextInt(200)));
    }
    return text.substring(0, length);
  }

  /** Equal texts are cut alike, and repeats count as often as they are there. */
  public void testDeterminismAndRepeats() {
    for (int i = 0; i < 10; i++) {
      String text = mixed(1 + random().nextInt(3000));
      List<String> windows = windows(text);
      assertEquals(windows, windows(new String(text.toCharArray())));
      SequencedSet<String> distinct = Shingling.ofCharacters(text, Shingling.AUTO);
      assertEquals(List.copyOf(new LinkedHashSet<>(windows)), List.copyOf(distinct));
    }
    assertEquals(List.of("哈哈哈哈哈", "哈哈哈哈哈"), windows("哈哈哈，哈哈哈"));
  }
}
