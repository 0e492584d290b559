package io.simhash.evaluation;

import io.simhash.core.shingle.Shingling;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Windows of equal width, a simpler rule than {@link AutoRule}: a character of the scripts Han,
 * Hiragana, Katakana and Hangul is 12 wide, any other 5, and a window is the shortest run that is
 * at least 60 wide: 5 Chinese characters or 12 Latin ones, and a mixture where both meet.
 */
record EqualWidth() implements Shingles {

  private static final int WIDTH = 60;

  @Override
  public Set<String> of(String text) {
    int[] characters = Shingling.shingleText(text).codePoints().toArray();
    Set<String> shingles = new LinkedHashSet<>();
    int end = 0;
    int width = 0;
    for (int start = 0; start < characters.length; start++) {
      while (end < characters.length && width < WIDTH) {
        width += width(characters[end++]);
      }
      if (width >= WIDTH) {
        shingles.add(new String(characters, start, end - start));
      }
      width -= width(characters[start]);
    }
    if (shingles.isEmpty() && characters.length > 0) {
      shingles.add(new String(characters, 0, characters.length));
    }
    return shingles;
  }

  private static int width(int character) {
    return AutoRule.isDense(character) ? 12 : 5;
  }
}
