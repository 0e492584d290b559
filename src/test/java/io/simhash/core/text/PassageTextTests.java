package io.simhash.core.text;

import static io.simhash.core.passage.SharedPassagesTests.text;

import io.simhash.core.passage.PassageMarksTests;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class PassageTextTests extends LuceneTestCase {

  private static String letters(PassageText text) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.letter(i) == PassageText.SEPARATOR) {
        letters.append('|');
      } else {
        letters.appendCodePoint(text.letter(i));
      }
    }
    return letters.toString();
  }

  public void testLettersAndNumbersInLowerCase() {
    assertEquals("abc12vé", letters(text("A-b, C1\u00B2\u2164É!")));
    assertEquals("|ab||\u4E00|", letters(text("", "ab", "...", "\u4E00", "")));
    assertEquals("", letters(text()));
    assertEquals("", letters(text("\uD83D\uDE00 \uD800 \u200D")));
  }

  /** A Chinese, Japanese or Korean character counts 2.4 letters. */
  public void testUnits() {
    assertEquals(5, text("a").units());
    assertEquals(5, text("\uD835\uDD38").units());
    assertEquals("a Latin letter, U+1E31", 5, text("k\u0301").units());
    for (String dense : List.of("\u4E00", "\u3042", "\u30AB", "\uAC00", "\uD840\uDC00")) {
      assertEquals(12, text(dense).units());
    }
    PassageText text = text("a\u4E00", "b");
    assertEquals(22, text.units());
    assertEquals(12, text.units(1, 2));
    assertEquals("a separator has none", 0, text.units(2, 3));
    assertEquals(0, text.units(1, 1));
  }

  public void testFirst() {
    assertEquals(" A-b", PassageText.first(" A-b, c!", 2));
    assertEquals("a mark belongs to its letter", "ae\u0301", PassageText.first("ae\u0301x", 2));
    assertEquals(" A-b, c!", PassageText.first(" A-b, c!", 3));
    assertEquals("?!", PassageText.first("?!", 3));
  }

  public void testPlacesInTheText() {
    // A surrogate pair, an accent of its own, one as a surrogate pair, a character left out.
    PassageText text = text("x", "", "-\uD840\uDC00 e\u0301\uD834\uDD67\uD83D\uDE00x\u0301");
    assertEquals("x||\uD840\uDC00éx", letters(text));
    assertPlace(text, 0, 0, 0, 1);
    assertPlace(text, 3, 2, 1, 3);
    assertPlace(text, 4, 2, 4, 8);
    assertPlace(text, 5, 2, 10, 12);
  }

  private static void assertPlace(PassageText text, int letter, int value, int start, int end) {
    assertEquals(value, text.value(letter));
    assertEquals(start, text.start(letter));
    assertEquals(end, text.end(letter));
  }

  /** The letters are those of the normal form, and the text at their places becomes them. */
  public void testEveryLetterIsWhereItIsSaidToBe() {
    for (int i = 0; i < 1_000; i++) {
      List<String> values = PassageMarksTests.values();
      PassageText text = new PassageText(values);
      StringBuilder expected = new StringBuilder();
      for (int v = 0; v < values.size(); v++) {
        expected.append(v > 0 ? "|" : "").append(lettersOf(values.get(v)));
      }
      assertEquals(expected.toString(), letters(text));
      for (int letter = 0; letter < text.length(); letter++) {
        if (text.letter(letter) != PassageText.SEPARATOR) {
          String written =
              values.get(text.value(letter)).substring(text.start(letter), text.end(letter));
          assertTrue(lettersOf(written).contains(Character.toString(text.letter(letter))));
        }
      }
    }
  }

  private static String lettersOf(String text) {
    StringBuilder letters = new StringBuilder();
    NormalForm.of(text).codePoints().filter(Letters::isLetter).forEach(letters::appendCodePoint);
    return letters.toString();
  }

  public void testAKeycapIsNoNumber() {
    assertEquals("ab", letters(text("a1\uFE0F\u20E3 b")));
    assertEquals("|x1", letters(text("2\u20E3", "\u20E3x 1 \u20E3")));
  }
}
