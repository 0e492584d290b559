package io.simhash.core.text;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding.Kind;
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
    assertEquals(9, rows.size());
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

  /** What is folded is not changed by being folded, or normalized, again. */
  public void testAFoldedTextIsItsOwn() {
    for (int bits = 0; bits < 8; bits++) {
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
    assertEquals("accents+arabic+traditional", new Folding(EnumSet.allOf(Kind.class)).toString());
    assertEquals(Folding.NONE, Folding.read(new OptionMap(new HashMap<>())));
    for (int bits = 0; bits < 8; bits++) {
      assertEquals(bits, Folding.ofBits(bits).bits());
    }
    for (Object wrong : List.of("umlauts", List.of("accents", "umlauts"))) {
      Exception e = expectThrows(IllegalArgumentException.class, () -> of(wrong));
      assertEquals(
          "[fold] must be one of [accents, arabic, traditional] but was [umlauts]", e.getMessage());
    }
    Exception e = expectThrows(IllegalArgumentException.class, () -> of(true));
    assertEquals(
        "[fold] must be one of [accents, arabic, traditional] but was [true]", e.getMessage());
  }
}
