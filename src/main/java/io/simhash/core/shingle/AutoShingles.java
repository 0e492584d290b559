package io.simhash.core.shingle;

import io.simhash.core.base.FeatureHash;

/**
 * Shingles of characters that suit every script: the size {@code auto}.
 *
 * <p>Five Chinese characters carry about as much information as twelve Latin letters. So a window
 * has {@value #SHORT} code points in Chinese, Japanese and Korean text, and {@value #LONG}
 * elsewhere. The size of the window that begins at code point i depends on the share c of the
 * scripts Han, Hiragana, Katakana and Hangul among the code points from {@code i - 1000} to {@code
 * i + 999}: the window is short with probability {@code min(1, 20·c)}. The hash of its first five
 * code points decides: the window is short if {@code u / 2^32 < 20·c}, where u is the upper 32 bits
 * of {@link FeatureHash#XXH3}. So equal text in a similar neighbourhood is cut into equal windows.
 *
 * <p>This means that code and names in a Chinese page are cut as Chinese; that a Chinese name in an
 * English article changes the size of about 20 windows for each of its characters; and that no edit
 * changes the sizes of windows more than 1,000 code points away. The sizes are those that measured
 * best for each language; distance and share are a compromise between pages that mix Chinese with
 * code and English texts with a Chinese name (docs/adr/0005-shingles-of-every-script.md).
 */
final class AutoShingles {

  private static final int SHORT = 5;
  private static final int LONG = 12;

  /** How many code points on each side decide the size of a window. */
  private static final int DISTANCE = 1_000;

  /** Where at least one code point in so many is of the four scripts, every window is short. */
  private static final long ONE_IN = 20;

  private final CharacterShingles text;
  private final int length;

  /** The number of characters of the four scripts before each code point. */
  private final int[] counts;

  AutoShingles(CharacterShingles text) {
    this.text = text;
    this.length = text.length();
    this.counts = text.denseBefore();
  }

  /** Every window, repeats included; a text without a whole window is one shingle. */
  void forEach(CharacterShingles.WindowConsumer consumer) {
    boolean none = length > 0;
    for (int i = 0; i + SHORT <= length; i++) {
      int size = isShort(i) ? SHORT : LONG;
      if (i + size <= length) {
        consumer.accept(i, i + size);
        none = false;
      }
    }
    if (none) {
      consumer.accept(0, length);
    }
  }

  private boolean isShort(int i) {
    int from = Math.max(0, i - DISTANCE);
    int to = Math.min(length, i + DISTANCE);
    long weighed = ONE_IN * (counts[to] - counts[from]);
    if (weighed == 0 || weighed >= to - from) {
      return weighed > 0;
    }
    long upper = text.hash(i, i + SHORT) >>> Integer.SIZE;
    return upper * (to - from) < weighed << Integer.SIZE;
  }
}
