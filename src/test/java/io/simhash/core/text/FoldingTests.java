package io.simhash.core.text;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding.Kind;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FoldingTests extends LuceneTestCase {

  private static final String FILE = "normal-form-v1.tsv";

  private static Folding of(Object fold) {
    return Folding.read(new OptionMap(new HashMap<>(Map.of("fold", fold))));
  }

  /** Texts that are one when folded, and are not otherwise. */
  public void testGoldenTexts() {
    List<List<String>> rows = GoldenFile.rows(FILE, "fold");
    assertEquals(11, rows.size());
    for (List<String> row : rows) {
      Folding folding = of(row.get(1));
      String text = GoldenFile.text(row.get(2));
      String other = GoldenFile.text(row.get(3));
      assertEquals(row.get(0), GoldenFile.text(row.get(4)), folding.of(text));
      assertEquals(row.get(0), 1, Double.parseDouble(row.get(5)), 0);
      int size = Shingling.AUTO;
      assertNotEquals(
          CharacterShingles.distinct(text, size), CharacterShingles.distinct(other, size));
      assertEquals(
          CharacterShingles.distinct(folding.of(text), size),
          CharacterShingles.distinct(folding.of(other), size));
    }
  }

  public void testGoldenLetters() {
    for (List<String> row : GoldenFile.rows(FILE, "folded")) {
      Folding folding = of(row.get(0));
      int[] letters = GoldenFile.text(row.get(1)).codePoints().toArray();
      List<String> expected = List.of(GoldenFile.text(row.get(2)).split("\n", -1));
      assertEquals(letters.length, expected.size());
      for (int i = 0; i < letters.length; i++) {
        assertEquals(expected.get(i), folding.of(Character.toString(letters[i])));
      }
    }
  }

  public void testGoldenDigits() {
    BitSet digits = new BitSet();
    NormalFormTests.forRanges(GoldenFile.rows(FILE, "digits").get(0).get(0), digits::set);
    for (String kind : List.of("letters", "others")) {
      NormalFormTests.forRanges(
          GoldenFile.rows(FILE, kind).get(0).get(0),
          i -> {
            String text = "x " + Character.toString(i);
            int before = NormalForm.letters(text).length;
            int left = NormalForm.letters(of("numbers").of(text)).length;
            assertEquals(Integer.toHexString(i), digits.get(i), before > 1 && left == 1);
          });
    }
  }

  /** A text of numbers keeps them: it must not be the same as all others. */
  public void testTextsOfNumbers() {
    Folding numbers = of(List.of("numbers", "accents"));
    assertEquals("00:01:02,400", numbers.of("00:01:02,400"));
    assertEquals("12 ☀", numbers.of("１２ ☀"));
    assertEquals("1\u20e32\u20e3", numbers.of("1\ufe0f\u20e32\ufe0f\u20e3"));
    assertEquals("  e", numbers.of("1 é"));
    assertEquals("", numbers.of(""));
    assertEquals("iv 二〇", numbers.of("Ⅳ 二〇"));
  }

  /** Neither a mark nor the frame of a keycap that is left joins the letter before the digit. */
  public void testWhatIsBehindADigit() {
    for (String text : List.of("e1\u0301", "e1\ufe0f\u20e3")) {
      assertArrayEquals(new int[] {'e'}, NormalForm.letters(of("numbers").of(text)));
    }
  }

  /** The letters with their places are those of the folded text. */
  public void testLocatedLetters() {
    String alphabet = "aé1ß２½ⅣxＡﬁدآك٣電電腦二 .-e\u0301\u0304１한ø\ud835\udfd9";
    for (int i = 0; i < 2_000; i++) {
      Folding folding = Folding.ofBits(1 + random().nextInt(15));
      int[] points = alphabet.codePoints().toArray();
      StringBuilder drawn = new StringBuilder("x");
      for (int length = random().nextInt(20); length > 0; length--) {
        drawn.append(' ').appendCodePoint(points[random().nextInt(points.length)]);
      }
      String text = random().nextBoolean() ? drawn.toString() : drawn.toString().replace(" ", "");
      PassageText letters = new PassageText(List.of(text), folding);
      int[] expected = NormalForm.letters(folding.of(text));
      assertArrayEquals(folding + " " + text, expected, letters.letters());
      for (int l = 0; l < letters.length(); l++) {
        String part = text.substring(letters.start(l), letters.end(l));
        assertTrue(part, folding.of(part).indexOf(letters.letter(l)) >= 0);
      }
    }
  }

  /** What is folded is not changed by being folded, or normalized, again. */
  public void testAFoldedTextIsItsOwn() {
    for (int bits : new int[] {0, 1, 2, 4, 8, 15}) {
      Folding folding = Folding.ofBits(bits);
      for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
        String folded = folding.of(NormalForm.of(Character.toString(i)));
        assertEquals(folded, folding.of(folded));
        assertEquals(folded, NormalForm.of(folded));
      }
    }
  }

  /** A mark that a folded letter leaves does not join the letter again. */
  public void testAccentsOfTheirOwn() {
    assertEquals("e e x कि", of("accents").of("e\u0323\u0301 \u00e9\u0323 x\u0301 कि"));
  }

  /** The number on a keycap is no digit, folded or not. */
  public void testKeycaps() {
    String text = "1\ufe0f\u20e3 hello world";
    assertEquals(
        CharacterShingles.distinct(text, 3), CharacterShingles.distinct(of("accents").of(text), 3));
  }

  public void testNoneLeavesTheText() {
    String text = "Crème ＡＢＣ";
    assertSame(text, Folding.NONE.of(text));
    assertSame(text, of(List.of()).of(text));
  }

  public void testOption() {
    assertEquals(new Folding(Set.of(Kind.ACCENTS)), of("accents"));
    assertEquals(
        List.of("accents", "traditional"), of(List.of("traditional", "accents", "accents")).json());
    assertEquals(
        "accents+arabic+traditional+numbers", new Folding(EnumSet.allOf(Kind.class)).toString());
    assertEquals(Folding.NONE, Folding.read(new OptionMap(new HashMap<>())));
    for (int bits = 0; bits < 16; bits++) {
      assertEquals(bits, Folding.ofBits(bits).bits());
    }
    for (Object wrong : List.of("umlauts", List.of("accents", "umlauts"))) {
      Exception e = expectThrows(IllegalArgumentException.class, () -> of(wrong));
      assertEquals(
          "[fold] must be one of [accents, arabic, traditional, numbers] but was [umlauts]",
          e.getMessage());
    }
    Exception e = expectThrows(IllegalArgumentException.class, () -> of(true));
    assertEquals(
        "[fold] must be one of [accents, arabic, traditional, numbers] but was [true]",
        e.getMessage());
  }
}
