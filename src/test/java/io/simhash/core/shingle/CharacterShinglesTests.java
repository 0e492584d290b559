package io.simhash.core.shingle;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Shingles of the size {@code auto}. */
public class CharacterShinglesTests extends LuceneTestCase {

  private static List<String> auto(String text) {
    return List.copyOf(Shingling.ofCharacters(text, Shingling.AUTO));
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

  /** Where a Chinese character is near everything, everything is cut as Chinese. */
  public void testAMixedTextIsCutIntoFives() {
    assertEquals(
        List.of("shipp", "hippe", "ipped", "ppedb", "pedby", "edby华", "dby华为"),
        auto("shipped by 华为"));
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
    List<String> windows = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      boolean dense =
          text.substring(Math.max(0, i - 7), Math.min(text.length(), i + 12))
              .codePoints()
              .anyMatch(Letters::isDense);
      int end = i + (dense ? 5 : 12);
      if (end <= text.length()) {
        windows.add(text.substring(i, end));
      }
    }
    return windows.isEmpty() && text.isEmpty() == false ? List.of(text) : windows;
  }

  public void testTheCharactersNearbyDecide() {
    for (int i = 0; i < 1_000; i++) {
      StringBuilder text = new StringBuilder();
      while (random().nextInt(6) > 0) {
        text.append(latin(random().nextInt(25))).append(han(random().nextInt(4)));
      }
      assertEquals(defined(text.toString()), windows(text.toString()));
    }
  }
}
