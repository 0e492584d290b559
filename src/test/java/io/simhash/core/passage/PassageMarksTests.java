package io.simhash.core.passage;

import static io.simhash.core.passage.SharedPassagesTests.maximal;
import static io.simhash.core.passage.SharedPassagesTests.passages;
import static io.simhash.core.passage.SharedPassagesTests.text;

import io.simhash.core.passage.PassageMarks.Mark;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.lucene.tests.util.LuceneTestCase;

public class PassageMarksTests extends LuceneTestCase {

  /** Pieces of random texts: letters of all kinds, and what is left out between them. */
  private static final String[] PIECES =
      ("a|b|A|e\u0301|e|\u4E00|\u4E8C|\uD840\uDC00|\uD835\uDD38|1| |. "
              + "|\uD83D\uDE00|<b>|\u0301|'|\n\n|a\u0301\uD834\uDD67|\uFF21|\uFB01|b\u00AD|\u0915\u093F")
          .split("[|]");

  public static List<String> values() {
    List<String> values = new ArrayList<>();
    int pieces = 2 + random().nextInt(PIECES.length - 1);
    for (int v = random().nextInt(4); v > 0; v--) {
      StringBuilder value = new StringBuilder();
      for (int i = random().nextInt(50); i > 0; i--) {
        value.append(PIECES[random().nextInt(pieces)]);
      }
      values.add(value.toString());
    }
    return values;
  }

  /** The values with the marks in brackets. */
  private static List<String> marked(List<Mark> marks, String... values) {
    List<String> marked = new ArrayList<>();
    for (int v = 0; v < values.length; v++) {
      StringBuilder value = new StringBuilder(values[v]);
      for (Mark mark : marks.reversed()) {
        if (mark.value() == v) {
          value.insert(mark.end(), ']').insert(mark.start(), '[');
        }
      }
      marked.add(value.toString());
    }
    return marked;
  }

  private static List<String> shared(String query, int letters, String... values) {
    SharedPassages passages = passages(text(query), Winnowing.units(letters));
    return marked(PassageMarks.shared(passages, text(values)), values);
  }

  private static List<String> different(String query, int letters, String... values) {
    SharedPassages passages = passages(text(query), Winnowing.units(letters));
    return marked(PassageMarks.different(passages, text(values)), values);
  }

  public void testMarksOfSeveralValues() {
    String query = "one two three four";
    assertEquals(
        List.of("", "so [Two, three] !", "?", "[four]"),
        shared(query, 4, "", "so Two, three !", "?", "four"));
    assertEquals(
        List.of("", "[so] Two, three !", "?", "four"),
        different(query, 4, "", "so Two, three !", "?", "four"));
    assertEquals(List.of(), PassageMarks.different(passages(text(), 5), text()));
  }

  public void testADifferentWordIsMarkedWhole() {
    assertEquals(
        List.of("the [five] ships left"),
        different("the four ships left", 4, "the five ships left"));
    // "ab" and "cd" are common, "x" is not: one word, marked once.
    assertEquals(List.of("[abxcd] ef"), different("ab cd ef", 2, "abxcd ef"));
    assertEquals(List.of("[abxcdyef] gh"), different("ab cd ef gh", 2, "abxcdyef gh"));
  }

  /** Chinese has no spaces between words. */
  public void testADifferentChineseCharacterIsMarkedAlone() {
    assertEquals(
        List.of("\u4E00\u4E8C[\u4E09]\u56DB\u4E94"),
        different("\u4E00\u4E8C\u516D\u56DB\u4E94", 4, "\u4E00\u4E8C\u4E09\u56DB\u4E94"));
    assertEquals(
        List.of("\u4E00\u4E8C[abc]\u56DB\u4E94"),
        different("\u4E00\u4E8Cxbx\u56DB\u4E94", 4, "\u4E00\u4E8Cabc\u56DB\u4E94"));
  }

  /** What became one letter, and what one character became, is marked whole. */
  public void testMarksAreWholeInTheTextAsItWasWritten() {
    assertEquals(List.of("x [of\uFB01ce] y"), shared("office", 6, "x of\uFB01ce y"));
    assertEquals(List.of("x of[\uFB01ce] y"), shared("ice", 3, "x of\uFB01ce y"));
    assertEquals(List.of("x [\uFF21\uFF22c] y"), shared("abc", 3, "x \uFF21\uFF22c y"));
    assertEquals(List.of("x [of\u00ADfice] y"), shared("of\uFB01ce", 6, "x of\u00ADfice y"));
    assertEquals(
        List.of("x [\u1112\u1161\u11AB]\u1100"), shared("\uD55C", 1, "x \u1112\u1161\u11AB\u1100"));
    assertEquals(List.of("[\uD55C] x"), shared("\u1112\u1161\u11AB", 1, "\uD55C x"));
    assertEquals(List.of("x [\uFF76\uFF9E]\uFF77"), shared("\u30AC", 1, "x \uFF76\uFF9E\uFF77"));
    assertEquals(List.of("[o\uFB03ce]"), shared("off ... ice", 3, "o\uFB03ce"));
    assertEquals(List.of("[of\uFB01xe]"), different("office", 3, "of\uFB01xe"));
  }

  public void testAMarkEndsBehindTheAccentsOfItsLastLetter() {
    assertEquals(List.of("x [cafe\u0301] y"), shared("caf\u00e9", 4, "x cafe\u0301 y"));
    assertEquals(List.of("x [cafx\u0301] y"), shared("cafx", 4, "x cafx\u0301 y"));
    // An accent in front of all letters belongs to none.
    assertEquals(List.of("\u0301[cafe]"), shared("cafe", 4, "\u0301cafe"));
    assertEquals(List.of("a", "\u0301 [cafe]"), shared("cafe", 4, "a", "\u0301 cafe"));
  }

  /** Each shared passage is a mark, which is whole in the text as it was written. */
  public void testSharedMarksThePassages() {
    for (int i = 0; i < 2_000; i++) {
      List<String> values = values();
      // Each letter has a place of its own.
      values.replaceAll(value -> value.replace('\uFB01', 'f'));
      PassageText document = new PassageText(values);
      SharedPassages passages = passages(new PassageText(values()), 1 + random().nextInt(60));
      List<List<Integer>> marked = new ArrayList<>();
      for (Mark mark : PassageMarks.shared(passages, document)) {
        int[] letters = letters(document, mark);
        assertEquals(document.start(letters[0]), mark.start());
        assertEquals(document.end(letters[1] - 1), mark.end());
        assertWhole(values.get(mark.value()), mark);
        marked.add(List.of(letters[0], letters[1]));
      }
      assertEquals(
          passages.in(document).stream().map(p -> List.of(p.from(), p.to())).toList(), marked);
    }
  }

  /** Each letter that is in no shared passage is marked, with its word, and nothing else. */
  public void testDifferentEqualsBruteForce() {
    for (int i = 0; i < 2_000; i++) {
      PassageText query = new PassageText(values());
      List<String> values = values();
      PassageText document = new PassageText(values);
      int minUnits = 1 + random().nextInt(60);
      BitSet common = new BitSet();
      maximal(query, document, minUnits)
          .forEach(passage -> common.set(passage.from(), passage.to()));
      BitSet expected = new BitSet();
      for (int letter = 0; letter < document.length(); letter++) {
        if (document.letter(letter) != PassageText.SEPARATOR && common.get(letter) == false) {
          int from = letter;
          while (from > 0 && sameWord(document, values, from - 1)) {
            from--;
          }
          int to = letter + 1;
          while (to < document.length() && sameWord(document, values, to - 1)) {
            to++;
          }
          expected.set(from, to);
        }
      }
      BitSet marked = new BitSet();
      Mark last = null;
      for (Mark mark : PassageMarks.different(passages(query, minUnits), document)) {
        if (last != null) {
          assertTrue(
              last.value() < mark.value()
                  || last.value() == mark.value() && last.end() < mark.start());
        }
        last = mark;
        assertWhole(values.get(mark.value()), mark);
        int[] letters = letters(document, mark);
        marked.set(letters[0], letters[1]);
      }
      marked.andNot(separators(document));
      assertEquals(expected, marked);
    }
  }

  /** Whether a letter and the next one are of a word, by the text between them. */
  private static boolean sameWord(PassageText document, List<String> values, int letter) {
    IntPredicate isLatin =
        l ->
            document.letter(l) != PassageText.SEPARATOR
                && document.units(l, l + 1) == Letters.UNITS_OF_LETTER;
    return isLatin.test(letter)
        && isLatin.test(letter + 1)
        && values
            .get(document.value(letter))
            .substring(
                Math.min(document.end(letter), document.start(letter + 1)),
                document.start(letter + 1))
            .isEmpty();
  }

  private static BitSet separators(PassageText document) {
    BitSet separators = new BitSet();
    for (int i = 0; i < document.length(); i++) {
      separators.set(i, document.letter(i) == PassageText.SEPARATOR);
    }
    return separators;
  }

  /** The indices of the first letter and behind the last letter of a mark. */
  private static int[] letters(PassageText document, Mark mark) {
    int from = 0;
    while (document.letter(from) == PassageText.SEPARATOR
        || document.value(from) < mark.value()
        || document.start(from) < mark.start()) {
      from++;
    }
    int to = from;
    while (to < document.length()
        && document.letter(to) != PassageText.SEPARATOR
        && document.end(to) <= mark.end()) {
      to++;
    }
    return new int[] {from, to};
  }

  /** A mark does not begin or end within a character. */
  private static void assertWhole(String value, Mark mark) {
    assertTrue(0 <= mark.start() && mark.start() < mark.end() && mark.end() <= value.length());
    int first = value.codePointAt(mark.start());
    assertTrue(Character.isLetterOrDigit(first) || Letters.isMark(first));
    if (mark.end() < value.length()) {
      assertFalse(Character.isLowSurrogate(value.charAt(mark.end())));
      assertFalse(Letters.isMark(value.codePointAt(mark.end())));
    }
  }

  /** A million letters without a space, in which every third one is different. */
  public void testALongWordIsReadOnce() {
    String word = "abx".repeat(300_000);
    SharedPassages passages = passages(text("ab"), 10);
    assertEquals(
        List.of(new Mark(0, 0, word.length())), PassageMarks.different(passages, text(word)));
  }
}
