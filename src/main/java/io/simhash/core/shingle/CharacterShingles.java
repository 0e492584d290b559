package io.simhash.core.shingle;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.HashBuffer;
import java.util.Arrays;

/**
 * The shingles of characters of one text: windows over its shingle text, repeats included.
 *
 * <p>The <em>shingle text</em> is the {@link NormalForm} of the text without any code point that is
 * not a {@link Letters#isLetter letter}. A text without letters, such as one of emoji, is made of
 * its symbols. A text with fewer code points than a window is one shingle, a text without any has
 * none.
 *
 * <p>Five Chinese characters carry about as much information as twelve Latin letters. So a window
 * of the size {@link Shingling#AUTO} has {@value #SHORT} code points if a Chinese, Japanese or
 * Korean one ({@link Letters#isDense}) is among the {@value #LONG} from its first one on or the
 * {@value #BEFORE} before it, and {@value #LONG} otherwise. An edit changes the sizes of the
 * windows next to it and of no others (docs/adr/0005-shingles-of-every-script.md). A text without a
 * whole window is one shingle.
 *
 * <p>Immutable once made; memory: 5 to 8 bytes a code point.
 */
public final class CharacterShingles {

  private static final int SHORT = 5;
  private static final int LONG = 12;
  private static final int BEFORE = 7;

  private final HashBuffer buffer;
  private final int size;

  /** The position in the buffer before each code point, and behind the last one. */
  private final int[] positions;

  /** For {@link Shingling#AUTO}: the number of dense characters before each code point. */
  private final int[] dense;

  private int count;

  /**
   * @param size the code points of a window, or {@link Shingling#AUTO}
   */
  public CharacterShingles(String text, int size, FeatureHash hash) {
    String form = NormalForm.of(text);
    this.size = size;
    this.buffer = hash.buffer(form.length() * 3);
    this.positions = new int[form.length() + 1];
    this.dense = size == Shingling.AUTO ? new int[positions.length] : null;
    appendAll(form, false);
    if (count == 0) {
      appendAll(form, true);
    }
  }

  /**
   * @param symbols whether to append a text of symbols; the digits in it are those of keycaps
   */
  private void appendAll(String form, boolean symbols) {
    for (int i = 0, next; i < form.length(); i = next) {
      int codePoint = form.codePointAt(i);
      next = i + Character.charCount(codePoint);
      boolean isKeycap = next < form.length() && form.charAt(next) == Letters.KEYCAP;
      if (symbols
          ? Letters.isLetter(codePoint) || Letters.isSymbol(codePoint)
          : Letters.isLetter(codePoint) && isKeycap == false) {
        append(codePoint);
      }
    }
  }

  private void append(int codePoint) {
    buffer.append(codePoint);
    positions[++count] = buffer.position();
    if (dense != null) {
      dense[count] = dense[count - 1] + (Letters.isDense(codePoint) ? 1 : 0);
    }
  }

  /** Takes the windows of a text. */
  @FunctionalInterface
  public interface WindowConsumer {

    /**
     * Takes one window.
     *
     * @param from the number of its first code point
     * @param to the number behind that of its last one
     */
    void accept(int from, int to);
  }

  /** Gives every window in order. */
  public void forEach(WindowConsumer consumer) {
    boolean none = count > 0;
    for (int i = 0; i < count; i++) {
      int end = i + size(i);
      if (end <= count) {
        consumer.accept(i, end);
        none = false;
      }
    }
    if (none) {
      consumer.accept(0, count);
    }
  }

  /** The code points of the window that begins at a code point. */
  private int size(int i) {
    if (size != Shingling.AUTO) {
      return size;
    }
    int near = dense[Math.min(count, i + LONG)] - dense[Math.max(0, i - BEFORE)];
    return near > 0 ? SHORT : LONG;
  }

  /** The number of code points of the shingle text. */
  public int length() {
    return count;
  }

  /** The text of a window. */
  public String text(int from, int to) {
    return buffer.text(positions[from], positions[to]);
  }

  /** The hash of a window. */
  public long hash(int from, int to) {
    return buffer.hash(positions[from], positions[to]);
  }

  /** The hashes of all windows, in order. */
  public long[] hashes() {
    Hashes hashes = new Hashes(new long[count]);
    forEach(hashes);
    return hashes.made == count ? hashes.all : Arrays.copyOf(hashes.all, hashes.made);
  }

  private final class Hashes implements WindowConsumer {

    private final long[] all;
    private int made;

    Hashes(long[] all) {
      this.all = all;
    }

    @Override
    public void accept(int from, int to) {
      all[made++] = hash(from, to);
    }
  }
}
