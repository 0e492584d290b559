package io.simhash.core.passage;

import static io.simhash.core.passage.SharedPassagesTests.passages;

import io.simhash.core.passage.Fragments.Fragment;
import io.simhash.core.passage.PassageMarks.Mark;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FragmentsTests extends LuceneTestCase {

  private static final String TEXT = "one two three four five six seven eight nine ten";

  private static List<String> cut(int size, int count, boolean ranked, String text, String... in) {
    List<Mark> marks = new ArrayList<>();
    for (String part : in) {
      int start = text.indexOf(part);
      marks.add(new Mark(0, start, start + part.length()));
    }
    return new Fragments(size, count)
        .of(List.of(text), marks, ranked).stream().map(f -> shown(text, f)).toList();
  }

  private static String shown(String text, Fragment fragment) {
    StringBuilder shown = new StringBuilder();
    int end = fragment.start();
    for (Mark mark : fragment.marks()) {
      shown.append(text, end, mark.start()).append('[');
      shown.append(text, mark.start(), mark.end()).append(']');
      end = mark.end();
    }
    return shown.append(text, end, fragment.end()).toString();
  }

  public void testAFragmentIsCutBetweenWords() {
    assertEquals(List.of("three [four five] six seven"), cut(24, 5, false, TEXT, "four five"));
    assertEquals(List.of("[one] two"), cut(7, 5, false, TEXT, "one"));
    assertEquals(List.of("[ten]"), cut(8, 5, false, TEXT, "ten"));
    assertEquals(List.of(), cut(8, 5, false, TEXT));
  }

  public void testALongMarkIsCutIntoParts() {
    String part = "two three four five six seven";
    assertEquals(List.of("[two three four]", "[five six seven]"), cut(13, 5, false, TEXT, part));
    assertEquals(List.of("[two three four]"), cut(13, 1, false, TEXT, part));
    assertEquals(List.of("[\u4E00\u4E8C\u4E09]", "[\u56DB]\u4E94"), chinese(3));
    assertEquals(List.of("x\u96F6[\u4E00\u4E8C\u4E09\u56DB]\u4E94"), chinese(8));
  }

  /** There is no space between words: a fragment has the size that was asked for. */
  private static List<String> chinese(int size) {
    String end = "\u4E94" + "\u516D".repeat(30);
    return cut(size, 2, false, "x\u96F6\u4E00\u4E8C\u4E09\u56DB" + end, "\u4E00\u4E8C\u4E09\u56DB")
        .stream()
        .map(fragment -> fragment.replace("\u516D", ""))
        .toList();
  }

  /** The longest marks first, then the second parts. */
  public void testTheBestFragments() {
    String[] marks = {"one", "three four five six"};
    assertEquals(List.of("[three]", "[one]"), cut(3, 2, true, TEXT, marks));
    assertEquals(List.of("[one]", "[three]"), cut(3, 2, false, TEXT, marks));
    assertEquals(List.of("[three]", "[one]", "[four]"), cut(3, 3, true, TEXT, marks));
    assertEquals(List.of("[one]", "[three]", "[four]"), cut(3, 3, false, TEXT, marks));
  }

  public void testWholeValues() {
    List<String> values = List.of("no mark", TEXT, "", " two ");
    List<Mark> marks = List.of(new Mark(1, 4, 7), new Mark(1, 14, 18), new Mark(3, 1, 4));
    assertEquals(
        List.of(
            new Fragment(1, 0, TEXT.length(), marks.subList(0, 2), 0),
            new Fragment(3, 0, 5, marks.subList(2, 3), 0)),
        new Fragments(10, 0).of(values, marks, false));
  }

  public void testSizesAndCounts() {
    assertEquals(
        "[fragment_size] must be at least [0] but was [-1]",
        expectThrows(IllegalArgumentException.class, () -> new Fragments(-1, 5)).getMessage());
    assertEquals(
        "[number_of_fragments] must be at least [0] but was [-1]",
        expectThrows(IllegalArgumentException.class, () -> new Fragments(10, -1)).getMessage());
    assertEquals(List.of("[two]"), cut(0, 5, false, TEXT, "two"));
    assertEquals(List.of(TEXT.replace("two", "[two]")), cut(9_999, 1, false, TEXT, "two"));
    assertEquals(
        List.of(TEXT.replace("two", "[two]")), cut(Integer.MAX_VALUE, 1, false, TEXT, "two"));
  }

  /** The response of a search where nothing is marked. */
  public void testTheBeginningOfAText() {
    assertEquals("one two", Fragments.beginning(TEXT, 7));
    assertEquals("one two", Fragments.beginning(TEXT, 6));
    assertEquals("", Fragments.beginning("", 7));
    assertEquals("one", Fragments.beginning("one", 7));
    assertEquals("\uD840\uDC00", Fragments.beginning("\uD840\uDC00".repeat(30), 1));
    assertEquals("e\u0301", Fragments.beginning("e\u0301".repeat(30), 1));
  }

  /**
   * Fragments of random texts: each is a part of its value, not longer than asked for but by the
   * end of a word, with no character cut in two; and all together show each letter of the marks
   * once.
   */
  public void testAllMarksAreShown() {
    for (int i = 0; i < 3_000; i++) {
      List<String> values = PassageMarksTests.values();
      PassageText document = new PassageText(values);
      SharedPassages passages =
          passages(new PassageText(PassageMarksTests.values()), 1 + random().nextInt(30));
      List<Mark> marks =
          random().nextBoolean()
              ? PassageMarks.shared(passages, document)
              : PassageMarks.different(passages, document);
      int size = random().nextInt(4) == 0 ? random().nextInt(5) : random().nextInt(60);
      List<Fragment> fragments = new Fragments(size, 10_000).of(values, marks, false);
      List<BitSet> shown = letters(document, values.size(), List.of());
      int value = 0;
      int end = 0;
      for (Fragment fragment : fragments) {
        assertTrue(fragment.value() >= value);
        end = fragment.value() > value ? 0 : end;
        value = fragment.value();
        String text = values.get(value);
        assertTrue("overlap", fragment.start() >= end);
        assertTrue("not empty", fragment.start() < fragment.end());
        end = fragment.end();
        assertTrue(end <= text.length());
        assertTrue(
            "size " + size + ": " + fragment, end - fragment.start() <= Math.max(1, size) + 20 + 2);
        assertWhole(text, fragment.start());
        assertWhole(text, end);
        assertFalse("no mark", fragment.marks().isEmpty());
        int behind = fragment.start();
        for (Mark mark : fragment.marks()) {
          assertEquals(value, mark.value());
          assertTrue(behind <= mark.start() && mark.start() < mark.end() && mark.end() <= end);
          behind = mark.end();
        }
        List<BitSet> inFragment = letters(document, values.size(), fragment.marks());
        for (int v = 0; v < values.size(); v++) {
          assertFalse("shown twice", shown.get(v).intersects(inFragment.get(v)));
          shown.get(v).or(inFragment.get(v));
        }
      }
      assertEquals(letters(document, values.size(), marks), shown);
      int count = 1 + random().nextInt(5);
      List<Fragment> best = new Fragments(size, count).of(values, marks, random().nextBoolean());
      assertEquals(Math.min(count, fragments.size()), best.size());
      assertTrue(fragments.containsAll(best));
      List<Mark> inWhole = new ArrayList<>();
      for (Fragment whole : new Fragments(size, 0).of(values, marks, random().nextBoolean())) {
        assertEquals(0, whole.start());
        assertEquals(values.get(whole.value()).length(), whole.end());
        inWhole.addAll(whole.marks());
      }
      assertTrue(inWhole.containsAll(marks));
      assertEquals(marks.size(), inWhole.size());
    }
  }

  /** Where the letters begin that lie in marks, for each value. */
  private static List<BitSet> letters(PassageText document, int values, List<Mark> marks) {
    List<BitSet> letters = new ArrayList<>();
    for (int v = 0; v < values; v++) {
      BitSet inValue = new BitSet();
      for (int i = 0; i < document.length(); i++) {
        int start = document.start(i);
        int value = v;
        if (document.letter(i) == PassageText.SEPARATOR || document.value(i) != v) {
          continue;
        }
        inValue.set(
            start,
            marks.stream()
                .anyMatch(m -> m.value() == value && m.start() <= start && start < m.end()));
      }
      letters.add(inValue);
    }
    return letters;
  }

  private static void assertWhole(String text, int index) {
    if (index > 0 && index < text.length()) {
      assertFalse(
          Character.isHighSurrogate(text.charAt(index - 1))
              && Character.isLowSurrogate(text.charAt(index)));
      boolean isAfterLetter = Character.isLetterOrDigit(text.codePointBefore(index));
      assertFalse(isAfterLetter && Letters.isMark(text.codePointAt(index)));
    }
  }

  /** Neither many values nor many marks take time by their square. */
  public void testManyValuesAndMarks() {
    List<String> values = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    for (int v = 0; v < 200_000; v++) {
      values.add("a");
      marks.add(new Mark(v, 0, 1));
    }
    assertEquals(5, new Fragments(100, 5).of(values, marks, false).size());
    List<Mark> inOne = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      inOne.add(new Mark(0, 2 * i, 2 * i + 1));
    }
    String one = "a ".repeat(200_000);
    assertEquals(5, new Fragments(1, 5).of(List.of(one), inOne, false).size());
  }
}
