package io.simhash.core.passage;

import static io.simhash.core.passage.SharedPassagesTests.passages;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.SharedPassages.Coverage;
import io.simhash.core.passage.SharedPassages.Passage;
import io.simhash.core.text.Folding;
import io.simhash.core.text.PassageText;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The package against a second implementation, which compares all runs of letters. */
public class PassagesGoldenTests extends LuceneTestCase {

  private static final String FILE = "passages-v2.tsv";

  private static List<List<String>> rows(String kind, int count) {
    List<List<String>> rows = GoldenFile.rows(FILE, kind);
    assertEquals(kind, count, rows.size());
    return rows;
  }

  /** The named texts of the file. */
  private static Map<String, PassageText> texts() {
    Map<String, PassageText> texts = new HashMap<>();
    for (List<String> row : rows("text", 36)) {
      List<String> values = GoldenFile.texts(row.subList(1, row.size()));
      assertNull(row.get(0), texts.put(row.get(0), new PassageText(values)));
    }
    return texts;
  }

  /** The values of a cell that holds them with a line feed between two. */
  private static PassageText values(String cell) {
    return new PassageText(List.of(GoldenFile.text(cell).split("\n", -1)));
  }

  private static int number(String cell) {
    return Integer.parseInt(cell);
  }

  private static Winnowing winnowing(String shingle, String window) {
    return new Winnowing(number(shingle), number(window));
  }

  /** The terms of a cell that holds six hexadecimal digits of each, joined by commas. */
  private static int[] terms(String cell) {
    return cell.isEmpty()
        ? new int[0]
        : Arrays.stream(cell.split(",")).mapToInt(HexFormat::fromHexDigits).toArray();
  }

  /** The terms of a query's text without the frequent ones of a cell. */
  private static PassageTerms terms(
      PassageText query, Winnowing winnowing, int minUnits, String frequent) {
    int[] left = terms(frequent);
    return WinnowingTests.terms(query, winnowing, minUnits, t -> Arrays.binarySearch(left, t) >= 0);
  }

  public void testLettersGolden() {
    Map<String, PassageText> texts = texts();
    for (List<String> row : rows("letters", 36)) {
      assertLetters(row.subList(1, 4), texts.get(row.get(0)));
    }
  }

  /** The letters, their units and their places. */
  private static void assertLetters(List<String> cells, PassageText text) {
    assertEquals(
        GoldenFile.text(cells.get(0)),
        IntStream.range(0, text.length())
            .map(i -> text.letter(i) == PassageText.SEPARATOR ? '\n' : text.letter(i))
            .mapToObj(Character::toString)
            .collect(Collectors.joining()));
    assertEquals(number(cells.get(1)), text.units());
    assertEquals(
        cells.get(2),
        IntStream.range(0, text.length())
            .mapToObj(i -> text.letter(i) < 0 ? "|" : text.start(i) + "-" + text.end(i))
            .collect(Collectors.joining(",")));
  }

  public void testFoldedGolden() {
    for (List<String> row : rows("folded", 3)) {
      Folding folding =
          Folding.read(
              new OptionMap(new HashMap<>(Map.of("fold", List.of(row.get(0).split(","))))));
      Winnowing winnowing = new Winnowing(7, 20, folding);
      PassageText text = winnowing.text(List.of(GoldenFile.text(row.get(1)).split("\u000b", -1)));
      assertLetters(row.subList(2, 5), text);
      assertArrayEquals(row.get(0), terms(row.get(5)), winnowing.terms(text));
    }
  }

  public void testTermsGolden() {
    Map<String, PassageText> texts = texts();
    for (List<String> row : rows("terms", 216)) {
      Winnowing winnowing = winnowing(row.get(1), row.get(2));
      assertArrayEquals(
          row.get(0) + ", " + winnowing, terms(row.get(3)), winnowing.terms(texts.get(row.get(0))));
    }
  }

  public void testRequiredGolden() {
    Map<String, PassageText> texts = texts();
    for (List<String> row : rows("required", 594)) {
      PassageText query = texts.get(row.get(0));
      Winnowing winnowing = winnowing(row.get(1), row.get(2));
      PassageTerms terms = terms(query, winnowing, number(row.get(3)), row.get(4));
      int[] frequent = terms(row.get(4));
      assertArrayEquals(
          row.toString(),
          Arrays.stream(winnowing.terms(query))
              .filter(t -> Arrays.binarySearch(frequent, t) < 0)
              .toArray(),
          terms.terms());
      assertEquals(row.toString(), number(row.get(5)), terms.required());
      assertEquals(row.toString(), number(row.get(6)), terms.omitted());
    }
  }

  public void testMayHavePassageGolden() {
    Map<String, PassageText> texts = texts();
    for (List<String> row : rows("may", 290)) {
      PassageTerms terms =
          terms(
              texts.get(row.get(0)),
              winnowing(row.get(1), row.get(2)),
              number(row.get(3)),
              row.get(4));
      BitSet common = new BitSet();
      for (int term : terms(row.get(5))) {
        common.set(Arrays.binarySearch(terms.terms(), term));
      }
      assertEquals(row.toString(), Boolean.parseBoolean(row.get(6)), terms.mayHavePassage(common));
    }
  }

  /** Four cells of coverage and one of passages, from an index on. */
  private static void assertPassages(
      List<String> row, int at, SharedPassages passages, PassageText document) {
    Coverage expected =
        new Coverage(
            number(row.get(at)),
            number(row.get(at + 1)),
            number(row.get(at + 2)),
            number(row.get(at + 3)));
    assertEquals(row.toString(), expected, passages.coverage(document));
    assertEquals(
        row.toString(),
        row.get(at + 4),
        passages.in(document).stream()
            .map(passage -> written(passage, document))
            .collect(Collectors.joining(",")));
  }

  private static String written(Passage passage, PassageText document) {
    return document.value(passage.from())
        + ":"
        + document.start(passage.from())
        + "-"
        + document.end(passage.to() - 1)
        + "@"
        + passage.queryFrom();
  }

  public void testPassagesGolden() {
    Map<String, PassageText> texts = texts();
    for (List<String> row : rows("passages", 51)) {
      SharedPassages passages = passages(texts.get(row.get(0)), number(row.get(2)));
      assertPassages(row, 3, passages, texts.get(row.get(1)));
    }
  }

  public void testPassagesOfFewLettersGolden() {
    for (List<String> row : rows("few", 120)) {
      SharedPassages passages = passages(values(row.get(0)), number(row.get(2)));
      assertPassages(row, 3, passages, values(row.get(1)));
    }
  }

  public void testPassagesHavingATermGolden() {
    for (List<String> row : rows("having", 60)) {
      PassageText query = values(row.get(0));
      Winnowing winnowing = winnowing(row.get(2), row.get(3));
      int minUnits = number(row.get(4));
      PassageTerms terms = terms(query, winnowing, minUnits, row.get(5));
      SharedPassages passages = new SharedPassages(query, minUnits, terms, () -> {});
      assertPassages(row, 6, passages, values(row.get(1)));
    }
  }
}
