package io.simhash.core.passage;

import static io.simhash.core.passage.SharedPassagesTests.text;

import io.simhash.core.passage.SharedPassages.Passage;
import io.simhash.core.text.PassageText;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.apache.lucene.tests.util.LuceneTestCase;

public class WinnowingTests extends LuceneTestCase {

  private static final Winnowing DEFAULT = Winnowing.DEFAULT;

  /** The default promises three common terms of 146 letters or 61 Chinese characters. */
  public void testLengths() {
    assertEquals(65, DEFAULT.minLength());
    assertEquals(325, DEFAULT.requireLength("min_length", 65));
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> DEFAULT.requireLength("min_length", 64));
    assertEquals(
        "[min_length] must be at least [65], which is [shingle] + [window] + 2 of the field, but was"
            + " [64]",
        e.getMessage());
    assertEquals(
        "[shingle] must be in [5, 50] but was [4]",
        expectThrows(IllegalArgumentException.class, () -> new Winnowing(4, 64)).getMessage());
    assertEquals(
        "[window] must be in [1, 1000] but was [0]",
        expectThrows(IllegalArgumentException.class, () -> new Winnowing(12, 0)).getMessage());
  }

  public void testAShortTextHasNoTerm() {
    assertEquals(0, DEFAULT.terms(text("")).length);
    assertEquals(0, DEFAULT.terms(text(letters(61, 26))).length);
    assertEquals(1, DEFAULT.terms(text(letters(62, 26))).length);
    assertEquals(0, DEFAULT.terms(text(letters(61, 26), letters(61, 26))).length);
  }

  public void testOneTermForEqualLetters() {
    assertEquals(1, DEFAULT.terms(text("a".repeat(10_000))).length);
  }

  /** Spaces, punctuation and case make no difference. */
  public void testOnlyLettersCount() {
    String letters = letters(500, 26);
    String spaced = letters.replaceAll("(.{7})", "$1, ").toUpperCase(java.util.Locale.ROOT);
    assertArrayEquals(DEFAULT.terms(text(letters)), DEFAULT.terms(text(spaced)));
  }

  /** 2 / (w + 1) terms a letter: 51 of 1,000 letters for windows of 38. */
  public void testDensity() {
    int terms = DEFAULT.terms(text(letters(100_000, 26))).length;
    assertEquals(2 * 100_000 / 39., terms, 4 * Math.sqrt(100_000 / 39.));
  }

  /**
   * Each text that holds a passage has all terms that the passage requires, whatever is around it;
   * and the number of them is that of the formula where nothing repeats.
   */
  public void testGuarantee() {
    for (int i = 0; i < 300; i++) {
      Winnowing winnowing = new Winnowing(5 + random().nextInt(20), 1 + random().nextInt(60));
      int alphabet = random().nextBoolean() ? 26 : 1 + random().nextInt(3);
      int length = winnowing.minLength() + random().nextInt(200);
      int minUnits = winnowing.requireLength("min_length", length);
      String query = mixed(20 + random().nextInt(2 * length), alphabet);
      PassageTerms terms = terms(text(query), winnowing, minUnits, term -> false);
      PassageText read = text(query);
      int to = 0;
      for (int from = 0; from < read.length(); from++) {
        while (to < read.length() && read.units(from, to) < minUnits) {
          to++;
        }
        if (read.units(from, to) < minUnits) {
          break;
        }
        assertTrue(terms.required() >= 1);
        String document = mixed(50, alphabet) + query.substring(from, to) + mixed(50, alphabet);
        int[] found = winnowing.terms(text("x", document));
        long common =
            Arrays.stream(terms.terms()).filter(t -> Arrays.binarySearch(found, t) >= 0).count();
        assertTrue(common + " of " + terms.required(), common >= terms.required());
        if (alphabet == 26) {
          int formula = (minUnits - 5 * winnowing.shingle() + 1) / (5 * winnowing.window() + 11);
          assertTrue(terms.required() + " of " + formula, terms.required() >= formula);
        }
      }
    }
  }

  /**
   * Passages at both ends of a text, of one script or of several, are found up to its last letter.
   */
  public void testTheFirstAndTheLastLetters() {
    for (int i = 0; i < 300; i++) {
      Winnowing winnowing = new Winnowing(5 + random().nextInt(20), 1 + random().nextInt(60));
      int minUnits = winnowing.requireLength("min_length", winnowing.minLength());
      String query = mixed(winnowing.minLength() + random().nextInt(50), 26);
      PassageTerms terms = terms(text(query), winnowing, minUnits, term -> false);
      int cut = random().nextInt(query.length());
      for (String part : List.of(query.substring(cut), query.substring(0, cut))) {
        PassageText document = text("xyz 1" + part + "1 xyz");
        BitSet common = new BitSet();
        for (int t = 0; t < terms.terms().length; t++) {
          common.set(t, Arrays.binarySearch(winnowing.terms(document), terms.terms()[t]) >= 0);
        }
        List<Passage> found = SharedPassagesTests.passages(text(query), minUnits).in(document);
        boolean isLong = text(part).units() >= minUnits;
        assertEquals(
            isLong, found.equals(List.of(new Passage(4, 4 + part.length(), query.indexOf(part)))));
        assertTrue(isLong == false || terms.mayHavePassage(common));
      }
    }
  }

  public void testFrequentTermsAreLeftOut() {
    String footer = letters(400, 26);
    String text = letters(1_000, 26);
    int[] frequent = DEFAULT.terms(text(footer));
    PassageTerms terms =
        terms(text(text + footer), DEFAULT, 750, t -> Arrays.binarySearch(frequent, t) >= 0);
    assertTrue(terms.omitted() + "", terms.omitted() >= frequent.length - 2);
    assertTrue(terms.required() + "", terms.required() >= 1);
    PassageTerms none = terms(text(footer), DEFAULT, 750, t -> true);
    assertEquals(0, none.required());
    assertEquals(frequent.length, none.omitted());
  }

  public void testATextShorterThanAPassageRequiresNothing() {
    assertEquals(0, terms(text(letters(149, 26)), DEFAULT, 750, t -> false).required());
    assertTrue(terms(text(letters(150, 26)), DEFAULT, 750, t -> false).required() > 0);
  }

  /** However many terms a passage has, the time is linear in the text. */
  public void testLongPassagesOfManyTerms() {
    PassageText text = text(letters(200_000, 26));
    Winnowing winnowing = new Winnowing(25, 1);
    long start = System.nanoTime();
    assertTrue(terms(text, winnowing, 500_000, term -> false).required() > 90_000);
    assertTrue("linear", System.nanoTime() - start < 5_000_000_000L);
  }

  static PassageTerms terms(
      PassageText text, Winnowing winnowing, int minUnits, IntPredicate frequent) {
    int[] all = winnowing.terms(text);
    boolean[] left = new boolean[all.length];
    for (int t = 0; t < all.length; t++) {
      left[t] = frequent.test(all[t]);
    }
    return new PassageTerms(text, winnowing.windows(text), minUnits, all, left);
  }

  private static String letters(int length, int alphabet) {
    return generate(length, alphabet, false);
  }

  private static String mixed(int length, int alphabet) {
    return generate(length, alphabet, true);
  }

  private static String generate(int length, int alphabet, boolean chinese) {
    Random random = random();
    StringBuilder text = new StringBuilder();
    boolean dense = false;
    for (int i = 0; i < length; i++) {
      dense = chinese && (random.nextInt(10) == 0 ? random.nextBoolean() : dense);
      text.append((char) ((dense ? '一' : 'a') + random.nextInt(alphabet)));
    }
    return text.toString();
  }
}
