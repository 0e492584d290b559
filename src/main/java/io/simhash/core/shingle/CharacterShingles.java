package io.simhash.core.shingle;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.HashBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * The shingles of characters of one text: windows over its shingle text, repeats included.
 *
 * <p>The <em>shingle text</em> is the text in lower case (Locale.ROOT) without any code point that
 * is neither a letter nor a number (Unicode categories L and N). A text with fewer code points than
 * a window is one shingle, a text without any has none. Immutable once made; memory: 5 to 8 bytes a
 * code point.
 */
public final class CharacterShingles {

  private final HashBuffer buffer;
  private final int size;

  /** The position in the buffer before each code point, and behind the last one. */
  private int[] positions;

  /** For {@link Shingling#AUTO}: see {@link #denseBefore}. */
  private int[] dense;

  private int count;

  /**
   * @param size the code points of a window, or {@link Shingling#AUTO}
   * @param hash makes the hashes; XXH3 for {@link Shingling#AUTO}
   */
  public CharacterShingles(String text, int size, FeatureHash hash) {
    if (size == Shingling.AUTO && hash != FeatureHash.XXH3) {
      throw new IllegalArgumentException("windows of the size auto need the hash [xxh3]");
    }
    this.size = size;
    this.buffer = hash.buffer(text.length() * 3);
    this.positions = new int[text.length() + 1];
    this.dense = size == Shingling.AUTO ? new int[positions.length] : null;
    String lower = text.toLowerCase(Locale.ROOT);
    for (int i = 0; i < lower.length(); ) {
      int codePoint = lower.codePointAt(i);
      i += Character.charCount(codePoint);
      if (Letters.isLetterOrNumber(codePoint)) {
        append(codePoint);
      }
    }
  }

  private void append(int codePoint) {
    buffer.append(codePoint);
    if (++count == positions.length) {
      // Lower case may be longer.
      positions = Arrays.copyOf(positions, positions.length * 2);
      dense = dense == null ? null : Arrays.copyOf(dense, positions.length);
    }
    positions[count] = buffer.position();
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
    if (size == Shingling.AUTO) {
      new AutoShingles(this).forEach(consumer);
    } else if (count > 0 && count <= size) {
      consumer.accept(0, count);
    } else {
      for (int i = 0; count > size && i + size <= count; i++) {
        consumer.accept(i, i + size);
      }
    }
  }

  /** The number of code points of the shingle text. */
  public int length() {
    return count;
  }

  /** The number of characters of {@link AutoShingles}' scripts before each code point. */
  int[] denseBefore() {
    return dense;
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
