package io.simhash.core.shingle;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.HashBuffer;
import io.simhash.core.text.Letters;
import io.simhash.core.text.NormalForm;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.IntStream;

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
 * {@value #BEFORE} before it, and {@value #LONG} otherwise. Near the end of the text, where {@value
 * #LONG} do not fit, it has the size of the last window before. An edit changes the sizes of the
 * windows next to it and of no others (docs/adr/0005-shingles-of-every-script.md).
 *
 * <p>Every letter of a text is in a shingle: either the last place at which {@value #LONG} code
 * points fit has a long window, which reaches the end, or the places after it have short ones.
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

  /** The number of dense characters before each code point; null if windows have one size. */
  private final int[] dense;

  private final int count;

  /**
   * @param size the code points of a window, or {@link Shingling#AUTO}
   */
  public CharacterShingles(String text, int size, FeatureHash hash) {
    int[] letters = NormalForm.letters(text);
    int[] all = letters.length > 0 ? letters : symbols(text);
    this.count = all.length;
    // Where no letter is dense, every window is long.
    this.size = size == Shingling.AUTO && hasDense(all) == false ? LONG : size;
    this.buffer = new HashBuffer(hash, count * 3);
    this.positions = new int[count + 1];
    this.dense = this.size == Shingling.AUTO ? new int[count + 1] : null;
    for (int i = 0; i < count; i++) {
      buffer.append(all[i]);
      positions[i + 1] = buffer.position();
      if (dense != null) {
        dense[i + 1] = dense[i] + (Letters.isDense(all[i]) ? 1 : 0);
      }
    }
  }

  /** The distinct shingles of a text, in order. */
  public static SequencedSet<String> distinct(String text, int size) {
    return new LinkedHashSet<>(new CharacterShingles(text, size, FeatureHash.XXH3).texts());
  }

  private static boolean hasDense(int[] letters) {
    for (int letter : letters) {
      if (Letters.isDense(letter)) {
        return true;
      }
    }
    return false;
  }

  /** The code points of a text without letters; the digits in it are the labels of keycaps. */
  private static int[] symbols(String text) {
    return NormalForm.of(text)
        .codePoints()
        .filter(c -> Letters.isLetter(c) || Letters.isSymbol(c))
        .toArray();
  }

  /**
   * Whether a window begins at a code point. The first always does: of a text without a whole
   * window it is the only one.
   */
  private boolean hasWindow(int from) {
    return from == 0 || from + size(from) <= count;
  }

  private int end(int from) {
    return Math.min(count, from + size(from));
  }

  /** The code points of the window that begins at a code point. */
  private int size(int i) {
    if (size != Shingling.AUTO) {
      return size;
    }
    int place = Math.max(0, Math.min(i, count - LONG));
    int near = dense[Math.min(count, place + LONG)] - dense[Math.max(0, place - BEFORE)];
    return near > 0 ? SHORT : LONG;
  }

  /** The text of the window that begins at a code point. */
  public String text(int from) {
    return buffer.text(positions[from], positions[end(from)]);
  }

  /** The texts of all windows, in order. */
  public List<String> texts() {
    return IntStream.range(0, count).filter(this::hasWindow).mapToObj(this::text).toList();
  }

  /** The hashes of all windows, in order. */
  public long[] hashes() {
    long[] hashes = new long[count];
    int made = 0;
    for (int i = 0; i < count; i++) {
      if (hasWindow(i)) {
        hashes[made++] = buffer.hash(positions[i], positions[end(i)]);
      }
    }
    return made == count ? hashes : Arrays.copyOf(hashes, made);
  }
}
