package io.simhash.core.base;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Text that grows at its end and whose ranges are hashed without making a {@link String} of each:
 * windows over a text overlap, and their parts are encoded once.
 *
 * <p>{@code hash(from, to)} equals {@link FeatureHash#hash} of the characters that were appended
 * between the two positions. Not thread-safe. Memory: 1 to 3 bytes a UTF-16 unit.
 */
public abstract sealed class HashBuffer {

  /** The end of the text: a position for {@link #hash}. */
  public abstract int position();

  /** Appends one code point; one of a surrogate counts as unpaired. */
  public abstract void append(int codePoint);

  /** The hash of the text between two positions. */
  public abstract long hash(int from, int to);

  /** The text between two positions; an unpaired surrogate may have become U+FFFD. */
  public abstract String text(int from, int to);

  /** Removes the text. */
  public abstract void clear();

  /** Appends {@code length} UTF-16 units. */
  public final void append(char[] text, int offset, int length) {
    int end = offset + length;
    for (int i = offset; i < end; ) {
      int codePoint = Character.codePointAt(text, i, end);
      append(codePoint);
      i += Character.charCount(codePoint);
    }
  }

  /** For {@link FeatureHash#XXH3}: UTF-8, where U+FFFD replaces an unpaired surrogate. */
  static final class Utf8 extends HashBuffer {

    private static final Hasher64 XXH3_64 = Hashing.xxh3_64();
    private static final int MAX_BYTES = 4;

    private byte[] bytes;
    private int size;

    Utf8(int units) {
      bytes = new byte[Math.max(MAX_BYTES, units)];
    }

    @Override
    public int position() {
      return size;
    }

    @Override
    public void append(int codePoint) {
      if (size + MAX_BYTES > bytes.length) {
        bytes = Arrays.copyOf(bytes, bytes.length * 2);
      }
      if (codePoint < 0x80) {
        bytes[size++] = (byte) codePoint;
      } else if (codePoint < 0x800) {
        bytes[size++] = (byte) (0xC0 | codePoint >>> 6);
        appendRest(codePoint, 0);
      } else if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
        boolean unpaired =
            codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        int c = unpaired ? 0xFFFD : codePoint;
        bytes[size++] = (byte) (0xE0 | c >>> 12);
        appendRest(c, 6);
      } else {
        bytes[size++] = (byte) (0xF0 | codePoint >>> 18);
        appendRest(codePoint, 12);
      }
    }

    /** Appends the bytes after the first: six bits each, the highest at {@code shift}. */
    private void appendRest(int codePoint, int shift) {
      for (int at = shift; at >= 0; at -= 6) {
        bytes[size++] = (byte) (0x80 | codePoint >>> at & 0x3F);
      }
    }

    @Override
    public long hash(int from, int to) {
      return XXH3_64.hashBytesToLong(bytes, from, to - from);
    }

    @Override
    public String text(int from, int to) {
      return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public void clear() {
      size = 0;
    }
  }

  /** For {@link FeatureHash#FNV1A}: the UTF-16 units. */
  static final class Utf16 extends HashBuffer {

    private final StringBuilder units;

    Utf16(int units) {
      this.units = new StringBuilder(units);
    }

    @Override
    public int position() {
      return units.length();
    }

    @Override
    public void append(int codePoint) {
      units.appendCodePoint(codePoint);
    }

    @Override
    public long hash(int from, int to) {
      long hash = 0xcbf29ce484222325L;
      for (int i = from; i < to; i++) {
        hash = (hash ^ units.charAt(i)) * 0x100000001b3L;
      }
      return hash;
    }

    @Override
    public String text(int from, int to) {
      return units.substring(from, to);
    }

    @Override
    public void clear() {
      units.setLength(0);
    }
  }
}
