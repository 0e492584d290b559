package io.simhash.core.passage;

import io.simhash.core.passage.SharedPassages.Coverage;
import io.simhash.core.passage.SharedPassages.Passage;
import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SharedPassagesTests extends LuceneTestCase {

  private static final String SHIPS = "The four ships left the harbour before dawn";

  public static PassageText text(String... values) {
    return new PassageText(List.of(values));
  }

  static SharedPassages passages(PassageText query, int minUnits) {
    return new SharedPassages(query, minUnits, () -> {});
  }

  /** The marked parts of the document, in brackets. */
  private static String marked(String query, String document, int letters) {
    PassageText read = text(document);
    StringBuilder marked = new StringBuilder();
    int end = 0;
    for (Passage passage : passages(text(query), Winnowing.units(letters)).in(read)) {
      marked.append(document, end, read.start(passage.from())).append('[');
      end = read.end(passage.to() - 1);
      marked.append(document, read.start(passage.from()), end).append(']');
    }
    return marked.append(document.substring(end)).toString();
  }

  public void testMarksWhatIsCommon() {
    assertEquals(
        "As reported, [the FOUR ships left - the harbour]. Then nothing.",
        marked(SHIPS, "As reported, the FOUR ships left - the harbour. Then nothing.", 12));
    assertEquals(
        "[The f]ive [ships left the harbour]", marked(SHIPS, "The five ships left the harbour", 4));
  }

  public void testAPassageDoesNotCrossValues() {
    SharedPassages passages = passages(text("one two", "three four"), 5 * 8);
    assertEquals(
        List.of(), passages(text("one two", "three four"), 5 * 10).in(text("one two three four")));
    assertEquals(
        List.of(), passages(text("one two three four"), 5 * 8).in(text("one two", "three")));
    assertEquals(List.of(new Passage(7, 16, 7)), passages.in(text("one two", "three four")));
  }

  public void testOffsetsAreThoseOfTheText() {
    String document = "x\uD83D\uDE00 \uD840\uDC00\uD840\uDC01b e\u0301te\u0301 <b>&";
    assertEquals(
        "x\uD83D\uDE00 [\uD840\uDC00\uD840\uDC01b e\u0301te\u0301] <b>&",
        marked("\uD840\uDC00\uD840\uDC01b\u00e9t\u00e9", document, 8));
  }

  public void testTheLongerOfTwoPassagesKeepsTheLetters() {
    // "abcdefgh" and "fghij" are in the query, not next to each other.
    PassageText document = text("abcdefghij");
    assertEquals(
        List.of(new Passage(0, 8, 0), new Passage(8, 10, 11)),
        passages(text("abcdefgh-fghij-"), 5 * 5).in(document));
  }

  public void testEveryTextIsWhollyCoveredByItself() {
    Coverage coverage = passages(text(SHIPS), 60).coverage(text(SHIPS));
    assertEquals(1, coverage.ofQuery(), 0);
    assertEquals(1, coverage.ofDocument(), 0);
    assertEquals(0, passages(text(""), 60).coverage(text("")).ofQuery(), 0);
  }

  public void testEqualToBruteForce() {
    for (int i = 0; i < 2_000; i++) {
      int alphabet = 1 + random().nextInt(4);
      PassageText query = random(alphabet);
      PassageText document = random(alphabet);
      int minUnits = 1 + random().nextInt(60);
      SharedPassages passages = passages(query, minUnits);
      BitSet inDocument = covered(document, query, minUnits);
      BitSet inQuery = covered(query, document, minUnits);
      assertEquals(
          new Coverage(
              units(query, inQuery), query.units(), units(document, inDocument), document.units()),
          passages.coverage(document));
      BitSet marked = new BitSet();
      for (Passage passage : passages.in(document)) {
        assertTrue(marked.length() <= passage.from());
        marked.set(passage.from(), passage.to());
        for (int k = 0; k < passage.to() - passage.from(); k++) {
          assertEquals(document.letter(passage.from() + k), query.letter(passage.queryFrom() + k));
        }
      }
      assertEquals(inDocument, marked);
    }
  }

  /** Letters of one and of two values, Latin and Chinese. */
  static PassageText random(int alphabet) {
    List<String> values = new ArrayList<>();
    for (int v = random().nextInt(3); v >= 0; v--) {
      StringBuilder value = new StringBuilder();
      for (int i = random().nextInt(40); i > 0; i--) {
        int letter = random().nextInt(alphabet);
        value.append((char) (letter % 2 == 0 ? 'a' + letter : '一' + letter));
      }
      values.add(value.toString());
    }
    return new PassageText(values);
  }

  /** The letters of a text that are in a shared passage. */
  private static BitSet covered(PassageText text, PassageText other, int minUnits) {
    BitSet covered = new BitSet();
    maximal(other, text, minUnits).forEach(p -> covered.set(p.from(), p.to()));
    return covered;
  }

  private static int units(PassageText text, BitSet covered) {
    return covered.stream().map(i -> text.units(i, i + 1)).sum();
  }

  /** Neither the time nor the memory grows with the square of a text that repeats. */
  public void testATextOfEqualLetters() {
    String equal = "a".repeat(200_000);
    Coverage coverage = passages(text(equal), 750).coverage(text(equal + "b" + equal));
    assertEquals(1, coverage.ofQuery(), 0);
    assertEquals(2_000_000, coverage.inDocument());
  }

  /**
   * Letters of which each, with the state before it, is in the first slots of a table whose hash is
   * the product with a constant that is known: the time was that of the square.
   */
  public void testLettersThatAreChosenToCollide() {
    long factor = 0x9E3779B97F4A7C15L;
    int mask = (1 << 20) - 1;
    TreeMap<Integer, Integer> letters = new TreeMap<>();
    for (int letter = 0; letter <= Character.MAX_CODE_POINT; letter++) {
      if (Character.isLetter(letter) && Character.toLowerCase(letter) == letter) {
        letters.put((int) (letter * factor >>> Integer.SIZE) & mask, letter);
      }
    }
    StringBuilder colliding = new StringBuilder();
    for (int state = 0; state < 80_000; state++) {
      Integer slot = letters.ceilingKey((int) -(state * factor) & mask);
      colliding.appendCodePoint(letters.remove(slot == null ? letters.firstKey() : slot));
    }
    PassageText query = text(colliding.toString());
    long start = System.nanoTime();
    assertEquals(1, passages(query, 750).coverage(query).ofQuery(), 0);
    assertTrue("linear", System.nanoTime() - start < 5_000_000_000L);
  }

  /** With some terms left out, only passages count that have one of the others. */
  public void testPassagesWithATermThatIsLookedUp() {
    Winnowing winnowing = new Winnowing(5, 4);
    int minUnits = winnowing.requireLength("min_length", winnowing.minLength());
    for (int i = 0; i < 500; i++) {
      PassageText query = random(3);
      PassageText document = random(3);
      int[] all = winnowing.terms(query);
      int omitted = all.length == 0 ? 0 : all[random().nextInt(all.length)];
      PassageTerms terms =
          WinnowingTests.terms(query, winnowing, minUnits, term -> term == omitted);
      SharedPassages passages = new SharedPassages(query, minUnits, terms, () -> {});
      Winnowing.Windows windows = winnowing.windows(document);
      BitSet expected = new BitSet();
      for (Passage maximal : maximal(query, document, minUnits)) {
        boolean counts = terms.omitted() == 0;
        for (int w = maximal.from(); w < maximal.to(); w++) {
          counts |=
              windows.exists(w)
                  && windows.end(w) <= maximal.to()
                  && Arrays.binarySearch(terms.terms(), windows.term(w)) >= 0;
        }
        if (counts) {
          expected.set(maximal.from(), maximal.to());
        }
      }
      BitSet actual = new BitSet();
      passages.in(document).forEach(p -> actual.set(p.from(), p.to()));
      assertEquals(expected, actual);
    }
  }

  /** The shared passages that cannot be extended in the document, by comparing all places. */
  static List<Passage> maximal(PassageText query, PassageText document, int minUnits) {
    List<Passage> all = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < document.length(); i++) {
      int best = 0;
      int place = 0;
      for (int j = 0; j < query.length(); j++) {
        int length = 0;
        while (i + length < document.length()
            && j + length < query.length()
            && document.letter(i + length) == query.letter(j + length)
            && document.letter(i + length) != PassageText.SEPARATOR) {
          length++;
        }
        if (length > best) {
          best = length;
          place = j;
        }
      }
      if (i + best > end && document.units(i, i + best) >= minUnits) {
        all.add(new Passage(i, i + best, place));
      }
      end = Math.max(end, i + best);
    }
    return all;
  }

  /**
   * With frequent terms left out: each document with a passage that counts has as many of the other
   * terms as are required, and each passage with such a term counts, whatever its scripts.
   */
  public void testTheRequiredTermsOfPassagesThatCount() {
    Winnowing winnowing = new Winnowing(5, 1 + random().nextInt(8));
    for (int i = 0; i < 2_000; i++) {
      int minLength = winnowing.minLength() + random().nextInt(6);
      int minUnits = winnowing.requireLength("min_length", minLength);
      PassageText query = random(3);
      int frequent = random().nextInt(100);
      PassageTerms terms =
          WinnowingTests.terms(query, winnowing, minUnits, term -> term % 100 < frequent);
      SharedPassages passages = new SharedPassages(query, minUnits, terms, () -> {});
      for (int from = 0; from < query.length(); from++) {
        for (int to = from + 1; to <= query.length(); to++) {
          if (query.letter(to - 1) == PassageText.SEPARATOR) {
            break;
          }
          if (query.units(from, to) >= minUnits) {
            PassageText document = part(query, from, to);
            int[] found = winnowing.terms(document);
            long common =
                Arrays.stream(terms.terms())
                    .filter(t -> Arrays.binarySearch(found, t) >= 0)
                    .count();
            assertEquals(common > 0, passages.coverage(document).isAny());
            assertTrue(
                common + " of " + terms.required(), common == 0 || common >= terms.required());
          }
        }
      }
    }
  }

  private static PassageText part(PassageText text, int from, int to) {
    StringBuilder part = new StringBuilder();
    for (int i = from; i < to; i++) {
      part.appendCodePoint(text.letter(i));
    }
    return text(part.toString());
  }
}
