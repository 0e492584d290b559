package io.simhash.core.base;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The 64-bit hash of a feature's text. A persisted choice: a name never changes its meaning. */
public enum FeatureHash {
  /** XXH3, 64 bits, seed 0, over the UTF-8 bytes; an unpaired surrogate counts as U+FFFD. */
  XXH3(StandardCharsets.UTF_8),

  /**
   * FNV-1a, 64 bits, over the UTF-16 code units (one multiplication each), for fingerprints that
   * others computed. Visibly worse than XXH3 over short words at wide radii.
   */
  FNV1A(StandardCharsets.UTF_16BE);

  /** The most bytes of a code point. */
  static final int MAX_BYTES = 4;

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  /** The encoding of the bytes that are hashed; of UTF-16 the higher byte of a unit is first. */
  final Charset charset;

  FeatureHash(Charset charset) {
    this.charset = charset;
  }

  /** The hash of a text. */
  public long hash(String text) {
    // A code point of four bytes has two units.
    byte[] bytes = new byte[3 * text.length()];
    int size = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      size = append(codePoint, bytes, size);
      i += Character.charCount(codePoint);
    }
    return hash(bytes, 0, size);
  }

  /** Writes one code point and returns the end of its bytes; one of a surrogate is unpaired. */
  int append(int codePoint, byte[] bytes, int size) {
    if (this == XXH3) {
      return appendUtf8(codePoint, bytes, size);
    }
    int end = size;
    for (char unit : Character.toChars(codePoint)) {
      bytes[end++] = (byte) (unit >>> Byte.SIZE);
      bytes[end++] = (byte) unit;
    }
    return end;
  }

  private static int appendUtf8(int codePoint, byte[] bytes, int size) {
    if (codePoint < 0x80) {
      bytes[size] = (byte) codePoint;
      return size + 1;
    }
    int end = size;
    boolean unpaired = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    int c = unpaired ? 0xFFFD : codePoint;
    // The bits behind the first byte, six in each. It begins with a one for each byte and a zero.
    int rest = c < 0x800 ? 6 : c < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 12 : 18;
    bytes[end++] = (byte) (0xFF00 >>> rest / 6 + 1 | c >>> rest);
    for (int at = rest - 6; at >= 0; at -= 6) {
      bytes[end++] = (byte) (0x80 | c >>> at & 0x3F);
    }
    return end;
  }

  /** The hash of the bytes between two positions, which {@link #append} has written. */
  long hash(byte[] bytes, int from, int to) {
    if (this == XXH3) {
      return XXH3_64.hashBytesToLong(bytes, from, to - from);
    }
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i += 2) {
      int unit = (bytes[i] & 0xFF) << Byte.SIZE | bytes[i + 1] & 0xFF;
      hash = (hash ^ unit) * 0x100000001b3L;
    }
    return hash;
  }

  /**
   * The distinct hashes in ascending order: a set of 8 bytes an element, and unlike a hash table no
   * choice of elements makes it slow. Sorts {@code hashes} in place.
   */
  public static long[] distinct(long[] hashes) {
    Arrays.sort(hashes);
    int size = 0;
    for (long hash : hashes) {
      if (size == 0 || hashes[size - 1] != hash) {
        hashes[size++] = hash;
      }
    }
    return Arrays.copyOf(hashes, size);
  }
}
