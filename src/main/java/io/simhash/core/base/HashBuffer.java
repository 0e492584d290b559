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
public final class HashBuffer {

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();
  private static final int MAX_BYTES = 4;

  /** Whether the bytes are UTF-8, for XXH3, rather than UTF-16 with the higher byte first. */
  private final boolean isUtf8;

  private byte[] bytes;
  private int size;

  /**
   * An empty buffer.
   *
   * @param hash hashes its ranges
   * @param units the UTF-16 units that it has room for at first
   */
  public HashBuffer(FeatureHash hash, int units) {
    isUtf8 = hash == FeatureHash.XXH3;
    bytes = new byte[Math.max(MAX_BYTES, isUtf8 ? units : 2 * units)];
  }

  /** The end of the text: a position for {@link #hash}. */
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
    if (size + MAX_BYTES > bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    if (isUtf8) {
      appendUtf8(codePoint);
    } else {
      for (char unit : Character.toChars(codePoint)) {
        bytes[size++] = (byte) (unit >>> Byte.SIZE);
        bytes[size++] = (byte) unit;
      }
    }
  }

  private void appendUtf8(int codePoint) {
    if (codePoint < 0x80) {
      bytes[size++] = (byte) codePoint;
      return;
    }
    boolean unpaired = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    int c = unpaired ? 0xFFFD : codePoint;
    // The bits behind the first byte, six in each. It begins with a one for each byte and a zero.
    int rest = c < 0x800 ? 6 : c < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 12 : 18;
    bytes[size++] = (byte) (0xFF00 >>> rest / 6 + 1 | c >>> rest);
    for (int at = rest - 6; at >= 0; at -= 6) {
      bytes[size++] = (byte) (0x80 | c >>> at & 0x3F);
    }
  }

  /** The hash of the text between two positions. */
  public long hash(int from, int to) {
    if (isUtf8) {
      return XXH3_64.hashBytesToLong(bytes, from, to - from);
    }
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i += 2) {
      int unit = (bytes[i] & 0xFF) << Byte.SIZE | bytes[i + 1] & 0xFF;
      hash = (hash ^ unit) * 0x100000001b3L;
    }
    return hash;
  }

  /** The text between two positions; U+FFFD replaces an unpaired surrogate. */
  public String text(int from, int to) {
    return new String(
        bytes, from, to - from, isUtf8 ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16BE);
  }
}
