package io.simhash.evaluation;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.shingle.Shingling;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The rule of {@link Shingling#AUTO} with other figures, to see what the figures are worth: a
 * window has 5 characters with probability {@code min(1, oneIn · share)} and 12 otherwise, where
 * the share is that of the scripts Han, Hiragana, Katakana and Hangul in {@code distance}
 * characters on each side. With 1,000 and 20 the shingles are those of the plugin.
 *
 * @param distance characters on each side of a window's start that decide its size
 * @param oneIn one such character in so many makes all windows short
 */
record AutoRule(int distance, int oneIn) implements Shingles {

  private static final int SHORT = 5;
  private static final int LONG = 12;

  @Override
  public Set<String> of(String text) {
    int[] characters = Shingling.shingleText(text).codePoints().toArray();
    int[] dense = new int[characters.length + 1];
    for (int i = 0; i < characters.length; i++) {
      dense[i + 1] = dense[i] + (isDense(characters[i]) ? 1 : 0);
    }
    Set<String> shingles = new LinkedHashSet<>();
    for (int i = 0; i + SHORT <= characters.length; i++) {
      int from = Math.max(0, i - distance);
      int to = Math.min(characters.length, i + distance);
      long weighed = (long) oneIn * (dense[to] - dense[from]);
      String start = new String(characters, i, SHORT);
      int size = isDrawn(start, weighed, to - from) ? SHORT : LONG;
      if (i + size <= characters.length) {
        shingles.add(new String(characters, i, size));
      }
    }
    if (shingles.isEmpty() && characters.length > 0) {
      shingles.add(new String(characters, 0, characters.length));
    }
    return shingles;
  }

  /** Whether a character is of a script that says much with few characters. */
  static boolean isDense(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
      default -> false;
    };
  }

  /** True with probability {@code of / all}; the hash is the draw: equal texts, equal draws. */
  private static boolean isDrawn(String text, long of, long all) {
    return of > 0
        && (of >= all || (FeatureHash.XXH3.hash(text) >>> Integer.SIZE) * all < of << Integer.SIZE);
  }
}
