package io.simhash.core.feature;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.core.profile.CueScope;
import java.util.List;
import org.junit.Test;

public class CueMarksTests {

  @Test
  public void testSentenceScopeMarksTheWholeSentenceWithItsEnd() {
    assertMarked("一二。三总之四。五六", CueScope.SENTENCE, "   xxxxx  ", "总之");
    assertMarked("总之一。二", CueScope.SENTENCE, "xxxx ", "总之");
    assertMarked("一。二总之", CueScope.SENTENCE, "  xxx", "总之");
  }

  @Test
  public void testEveryEndOfASentence() {
    for (String end : "。 ！ ？ ； ! ? ; \n \r \u2028 \u2029".split(" ")) {
      assertMarked("ab" + end + "XY" + end + "cd", CueScope.SENTENCE, "   xxx  ", "XY");
    }
    assertMarked("ab, XY: cd", CueScope.SENTENCE, "xxxxxxxxxx", "XY");
  }

  @Test
  public void testAFullStopEndsASentenceOnlyBeforeWhiteSpaceOrTheEnd() {
    assertMarked("a 1.5 XY b. c", CueScope.SENTENCE, "xxxxxxxxxxx  ", "XY");
    assertMarked("a. XY.", CueScope.SENTENCE, "  xxxx", "XY");
    assertMarked("a.\tXY", CueScope.SENTENCE, "  xxx", "XY");
    assertMarked("a.XY", CueScope.SENTENCE, "xxxx", "XY");
  }

  @Test
  public void testTokenScopeMarksThePhraseItself() {
    assertMarked("一二。三总之四。五六", CueScope.TOKEN, "    xx    ", "总之");
    assertMarked("总之总之", CueScope.TOKEN, "xxxx", "总之");
  }

  @Test
  public void testOccurrencesMayOverlap() {
    assertMarked("ababa c", CueScope.TOKEN, "xxxxx  ", "aba");
  }

  @Test
  public void testSeveralPhrasesAndOccurrences() {
    assertMarked("XY a! b! c ZZ! d XY", CueScope.SENTENCE, "xxxxx   xxxxxxxxxxx", "XY", "ZZ");
    assertMarked("XY a XY b", CueScope.TOKEN, "xx   xx  ", "XY");
  }

  @Test
  public void testPhrasesAreFoundAsTheyAreWritten() {
    assertMarked("therefore a", CueScope.SENTENCE, "           ", "Therefore");
    assertMarked("", CueScope.SENTENCE, "", "XY");
    assertMarked("abc", CueScope.TOKEN, "   ");
  }

  @Test
  public void testAPhraseAcrossTwoSentencesMarksBoth() {
    assertMarked("a. b! c", CueScope.SENTENCE, "xxxxx  ", "a. b");
    assertMarked("a XY! b", CueScope.SENTENCE, "xxxxx  ", "XY!");
  }

  @Test
  public void testATokenIsMarkedByAnyOfItsCharacters() {
    CueMarks marks = CueMarks.of("abXYcd", List.of("XY"), CueScope.TOKEN);
    assertTrue(marks.marks(1, 3));
    assertTrue(marks.marks(3, 5));
    assertTrue(marks.marks(0, 6));
    assertFalse(marks.marks(0, 2));
    assertFalse(marks.marks(4, 6));
    assertFalse("an empty token", marks.marks(2, 2));
  }

  private static void assertMarked(
      String text, CueScope scope, String expected, String... phrases) {
    CueMarks marks = CueMarks.of(text, List.of(phrases), scope);
    StringBuilder actual = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      actual.append(marks.marks(i, i + 1) ? 'x' : ' ');
    }
    assertEquals(expected, actual.toString());
  }
}
