package io.simhash.evaluation;

import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The exact Jaccard similarity of an English text and the same text with a Chinese phrase in it,
 * with shingles of several sizes: what it costs that a few Chinese characters change the size of
 * the windows around them.
 */
final class MixtureStudy {

  private static final int[] LENGTHS = {600, 4500};
  private static final int[] PHRASES = {4, 12, 40};
  private static final int TEXTS = 10;

  /** The phrase is inserted at the start, at the end, and at seven places between them. */
  private static final int PLACES = 9;

  private MixtureStudy() {}

  private static Map<String, Shingles> columns() {
    Map<String, Shingles> columns = new LinkedHashMap<>();
    columns.put("`auto`", Shingles.ofSize(Shingling.AUTO));
    columns.put("12", Shingles.ofSize(12));
    columns.put("5", Shingles.ofSize(5));
    return columns;
  }

  /**
   * A row for each length of text and phrase.
   *
   * @param english documents; some long ones of them are cut to the lengths
   * @param chinese a text that begins with the phrases
   */
  static String table(List<Document> english, String chinese) {
    List<int[]> texts = longTexts(english);
    int[] phrase = letters(chinese);
    StringBuilder text = new StringBuilder();
    text.append("| letters | Chinese characters | share |");
    columns().keySet().forEach(name -> text.append(" J, ").append(name).append(" |"));
    text.append("\n|---|---|---|").append("---|".repeat(columns().size())).append('\n');
    for (int length : LENGTHS) {
      for (int characters : PHRASES) {
        text.append(row(texts, length, phrase, characters));
      }
    }
    return text.toString();
  }

  /** Texts of Latin letters alone, from all over the set, because neighbours are alike. */
  private static List<int[]> longTexts(List<Document> documents) {
    int longest = LENGTHS[LENGTHS.length - 1];
    List<int[]> all =
        documents.stream()
            .map(document -> letters(document.content()))
            .filter(letters -> letters.length >= longest)
            .filter(letters -> IntStream.of(letters).noneMatch(MixtureStudy::isDense))
            .toList();
    if (all.size() < TEXTS) {
      throw new IllegalArgumentException(
          "there must be ["
              + TEXTS
              + "] English texts of ["
              + longest
              + "] letters but were ["
              + all.size()
              + "]");
    }
    return IntStream.range(0, TEXTS).mapToObj(i -> all.get(all.size() * i / TEXTS)).toList();
  }

  /** Whether a character is of a script that says much with few characters. */
  private static boolean isDense(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
      default -> false;
    };
  }

  private static int[] letters(String text) {
    return Shingling.shingleText(text).codePoints().toArray();
  }

  private static String row(List<int[]> texts, int length, int[] chinese, int characters) {
    double share = 100.0 * characters / (length + characters);
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(length));
    cells.add(Integer.toString(characters));
    cells.add(String.format(Locale.ROOT, "%.1f %%", share));
    String phrase = new String(chinese, 0, characters);
    for (Shingles shingles : columns().values()) {
      DoubleSummaryStatistics jaccard = new DoubleSummaryStatistics();
      for (int[] text : texts) {
        for (int place = 0; place < PLACES; place++) {
          jaccard.accept(jaccard(text, length, length * place / (PLACES - 1), phrase, shingles));
        }
      }
      String worst = Tables.share(jaccard.getMin());
      cells.add(Tables.share(jaccard.getAverage()) + " (" + worst + ")");
    }
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static double jaccard(
      int[] text, int length, int place, String phrase, Shingles shingles) {
    String whole = new String(text, 0, length);
    String mixed = new String(text, 0, place) + phrase + new String(text, place, length - place);
    Set<String> some = shingles.of(whole);
    Set<String> others = shingles.of(mixed);
    long common = some.stream().filter(others::contains).count();
    return (double) common / (some.size() + others.size() - common);
  }
}
