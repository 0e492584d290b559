package io.simhash.core.passage;

import io.simhash.core.text.PassageText;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.Test;

/** Runs around a shingle that some texts have. */
public class AlignedTextsTests extends LuceneTestCase {

  private static final String SHINGLE = "x".repeat(25);

  private final List<String> texts = new ArrayList<>();

  private String letters(int count) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < count; i++) {
      letters.append((char) ('A' + random().nextInt(26)));
    }
    return letters.toString();
  }

  /** Adds texts with the same letters next to the shingle, and others around these. */
  private void add(int count, String before, String behind) {
    for (int i = 0; i < count; i++) {
      // The first letters differ in each.
      String own = (char) ('\u0400' + texts.size()) + letters(10);
      texts.add(new StringBuilder(own).reverse() + before + SHINGLE + behind + own);
    }
  }

  /** The run without the shingle. */
  private String run(int minTexts) {
    StringBuilder all = new StringBuilder("|");
    int[] places = new int[texts.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = all.length() + texts.get(i).indexOf(SHINGLE);
      all.append(texts.get(i)).append('|');
    }
    int[] letters = all.chars().map(c -> c == '|' ? PassageText.SEPARATOR : c).toArray();
    AlignedTexts aligned = new AlignedTexts(letters, places, minTexts, 65 * 5);
    return aligned.isAny()
        ? all.substring(aligned.from(), aligned.to()).replace(SHINGLE, "-")
        : null;
  }

  /** The run of most text: not the longest one, nor that of most texts. */
  @Test
  public void testTheMostText() {
    String before = letters(100);
    String behind = letters(100);
    String more = letters(500);
    add(20, more + before, behind + more);
    add(80, before, behind);
    add(100, "", behind.substring(0, 45));
    assertEquals(more + before + "-" + behind + more, run(20));
    add(100, before, behind);
    assertEquals(before + "-" + behind, run(20));
  }

  /** Copies of one page have more in common, but are less text. */
  @Test
  public void testCopiesOfThePageOfTheModel() {
    String before = letters(100);
    String behind = letters(100);
    add(10, letters(500) + before, behind + letters(500));
    add(190, before, behind);
    assertEquals(before + "-" + behind, run(10));
  }

  /** Neither side alone is long enough. */
  @Test
  public void testBothSidesAtOnce() {
    String before = letters(25);
    String behind = letters(20);
    add(10, before, behind);
    add(100, "", "");
    assertEquals(before + "-" + behind, run(10));
  }

  /** A long run of fewer texts does not count. */
  @Test
  public void testFewTexts() {
    String before = letters(50);
    add(2, letters(5_000) + before, letters(5_000));
    add(8, before, "");
    assertEquals(before + "-", run(10));
    assertTrue(run(2).length() > 10_000);
    texts.clear();
    add(10, letters(39), "");
    assertNull(run(10));
  }
}
