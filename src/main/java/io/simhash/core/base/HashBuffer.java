package io.simhash.core.base;

import java.util.Arrays;

/**
 * Text that grows at its end, whose ranges are hashed: windows over a text overlap, and each part
 * is encoded once.
 *
 * <p>{@code hash(from, to)} equals {@link FeatureHash#hash} of the characters that were appended
 * between the two positions. Not thread-safe. Memory: 1 to 3 bytes a UTF-16 unit.
 */
public final class HashBuffer {

  private final FeatureHash hash;
  private byte[] bytes;
  private int size;

  /**
   * @param units the UTF-16 units that it has room for at first
   */
  public HashBuffer(FeatureHash hash, int units) {
    this.hash = hash;
    bytes = new byte[Math.max(FeatureHash.MAX_BYTES, hash == FeatureHash.XXH3 ? units : 2 * units)];
  }

  /** The end of the text. */
  public int position() {
    return size;
  }

  /** Appends {@code length} UTF-16 units. */
  public void append(char[] text, int offset, int length) {
    int end = offset + length;
    for (int i = offset; i < end; ) {
      int codePoint = text[i] < 0x80 ? text[i] : Character.codePointAt(text, i, end);
      append(codePoint);
      i += Character.charCount(codePoint);
    }
  }

  /** Appends one code point; one of a surrogate counts as unpaired. */
  public void append(int codePoint) {
    if (size + FeatureHash.MAX_BYTES > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    size = hash.append(codePoint, bytes, size);
  }

  /** The hash of the text between two positions. */
  public long hash(int from, int to) {
    return hash.hash(bytes, from, to);
  }

  /** The text between two positions; U+FFFD replaces an unpaired surrogate. */
  public String text(int from, int to) {
    return new String(bytes, from, to - from, hash.charset);
  }
}
