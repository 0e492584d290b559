package io.simhash.core.shingle;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import io.simhash.core.text.Letters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Shingles of the size {@code auto}. */
public class CharacterShinglesTests extends LuceneTestCase {

  private static List<String> auto(String text) {
    return List.copyOf(CharacterShingles.distinct(text, Shingling.AUTO));
  }

  /** All windows in order: the window that begins at code point i is item i. */
  private static List<String> windows(String text) {
    return new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3).texts();
  }

  private static int size(String window) {
    return window.codePointCount(0, window.length());
  }

  /** The sizes of all windows. */
  private static List<Integer> sizes(String text) {
    return windows(text).stream().map(CharacterShinglesTests::size).toList();
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
    assertEquals(
        CharacterShingles.distinct(text, 5), CharacterShingles.distinct(text, Shingling.AUTO));
  }

  public void testEnglishIsCutIntoTwelves() {
    assertEquals(List.of("nearduplicat", "earduplicate", "arduplicates"), auto("Near-duplicates!"));
    String text = latin(3000);
    assertEquals(
        CharacterShingles.distinct(text, 12), CharacterShingles.distinct(text, Shingling.AUTO));
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

  /** Where a Chinese character is near everything, everything is cut as Chinese. */
  public void testAMixedTextIsCutIntoFives() {
    assertEquals(
        List.of("shipp", "hippe", "ipped", "ppedb", "pedby", "edby华", "dby华为"),
        auto("shipped by 华为"));
  }

  public void testKanaAndHangulAreCutAsChinese() {
    assertEquals(List.of("ひらがなか", "らがなかな"), auto("ひらがな かな"));
    assertEquals(List.of("カタカナカ", "タカナカナ"), auto("カタカナ・カナ"));
    assertEquals(List.of("ーーーーー", "ーーーー〆"), auto("ーーーーー〆"));
    assertEquals(List.copyOf(CharacterShingles.distinct("コーヒーメーカー", 5)), auto("ｺｰﾋｰ・ﾒｰｶｰ"));
    assertEquals(List.of("한국어검색", "국어검색엔", "어검색엔진"), auto("한국어 검색 엔진"));
    assertEquals(
        List.of("приветмирпри", "риветмирприв", "иветмирприве", "ветмирпривет"),
        auto("Привет, мир! Привет!"));
  }

  public void testWindowsCountCodePoints() {
    assertEquals(List.of("𠮷野家𠮷野", "野家𠮷野家"), auto("𠮷野家𠮷野家"));
    String letters = "𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴";
    assertEquals(List.of("𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳", "𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴"), auto(letters));
  }

  public void testGoldenShingles() {
    for (List<String> row : GoldenFile.rows("auto-shingles-v2.tsv", "shingles")) {
      List<String> expected = GoldenFile.texts(row.subList(1, row.size()));
      assertEquals(row.get(0), expected, auto(GoldenFile.text(row.get(0))));
    }
  }

  public void testGoldenLongTexts() {
    for (List<String> row : GoldenFile.rows("auto-shingles-v2.tsv", "long")) {
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

  /** The rule by its definition. */
  private static List<String> defined(String text) {
    boolean[] dense = new boolean[text.length()];
    for (int i = 0; i < dense.length; i++) {
      dense[i] =
          text.substring(Math.max(0, i - 7), Math.min(text.length(), i + 12))
              .codePoints()
              .anyMatch(Letters::isDense);
    }
    List<String> windows = defined(text, dense);
    if (windows.isEmpty()) {
      return text.isEmpty() ? List.of() : List.of(text);
    }
    boolean reachesTheEnd =
        IntStream.range(0, dense.length).anyMatch(i -> i + (dense[i] ? 5 : 12) == text.length());
    if (reachesTheEnd == false) {
      Arrays.fill(dense, text.length() - 11, text.length(), true);
    }
    return defined(text, dense);
  }

  private static List<String> defined(String text, boolean[] dense) {
    List<String> windows = new ArrayList<>();
    for (int i = 0; i < dense.length; i++) {
      int end = i + (dense[i] ? 5 : 12);
      if (end <= text.length()) {
        windows.add(text.substring(i, end));
      }
    }
    return windows;
  }

  /** Texts of letters of Latin and Chinese in turn, which end with either. */
  private static String mixed() {
    StringBuilder text = new StringBuilder();
    while (random().nextInt(6) > 0) {
      text.append(latin(random().nextInt(25))).append(han(random().nextInt(4)));
    }
    return text + latin(random().nextInt(25));
  }

  public void testTheCharactersNearbyDecide() {
    for (int i = 0; i < 2_000; i++) {
      String text = mixed();
      assertEquals(defined(text), windows(text));
    }
  }

  /** Another letter in any place is another set of shingles, so every letter is in one. */
  public void testEveryLetterIsInAShingle() {
    for (int n = 0; n < 300; n++) {
      String text = mixed();
      int size = random().nextInt(3) == 0 ? random().nextInt(33) : Shingling.AUTO;
      Set<String> shingles = CharacterShingles.distinct(text, size);
      for (int i = 0; i < text.length(); i++) {
        char other = Letters.isDense(text.charAt(i)) ? '\uAC00' : '\u0436';
        String changed = text.substring(0, i) + other + text.substring(i + 1);
        assertNotEquals(size + " " + i, shingles, CharacterShingles.distinct(changed, size));
      }
    }
  }

  /** Twelve to eighteen letters behind a Chinese character: no long window reaches the last one. */
  public void testTextsThatDifferAtTheirEnd() {
    assertNotEquals(auto("苹果 iPhone 15 Pro Max"), auto("苹果 iPhone 15 Pro 256"));
    assertNotEquals(auto("华为 MateBook 14 256GB"), auto("华为 MateBook 14 512GB"));
    assertNotEquals(auto("身份证 110101199003071234"), auto("身份证 110101199003074321"));
    assertEquals(
        List.of("丙abcd", "abcde", "bcdef", "cdefg", "defgh", "efghi", "fghij", "ghijk", "hijkl"),
        auto("丙abcdefghijkl"));
    assertEquals("5x15", runs(sizes("丙abcdefghijklmnopqr")));
    assertEquals("5x8,12x1", runs(sizes("丙abcdefghijklmnopqrs")));
  }
}
