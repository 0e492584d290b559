package io.simhash.core.base;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;

/**
 * The 64-bit hash of a feature's text. A persisted choice: a name never changes its meaning.
 *
 * <p>Both are pinned by golden files made with a second implementation.
 */
public enum FeatureHash {

  /** XXH3, 64 bits, seed 0, over the UTF-8 bytes; an unpaired surrogate counts as U+FFFD. */
  XXH3("xxh3") {
    @Override
    public long hash(String text) {
      return XXH3_64.hashBytesToLong(wellFormed(text).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public HashBuffer buffer(int units) {
      return new HashBuffer.Utf8(units);
    }
  },

  /**
   * FNV-1a, 64 bits, over the UTF-16 code units (one multiplication each), for fingerprints that
   * were made elsewhere. Visibly worse than XXH3 over short words at wide radii.
   */
  FNV1A("fnv1a") {
    @Override
    public long hash(String text) {
      return fnv1a(text, 0, text.length());
    }

    @Override
    public HashBuffer buffer(int units) {
      return new HashBuffer.Utf16(units);
    }
  };

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  private final String optionName;

  FeatureHash(String optionName) {
    this.optionName = optionName;
  }

  /** The hash of {@code text}; cost linear in its length. */
  public abstract long hash(String text);

  /**
   * An empty buffer whose ranges are hashed by this function.
   *
   * @param units the UTF-16 units that it has room for at first
   */
  public abstract HashBuffer buffer(int units);

  static long fnv1a(CharSequence text, int from, int to) {
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The name that users type. */
  @Override
  public String toString() {
    return optionName;
  }

  private static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaceUnpaired(text);
      }
    }
    return text;
  }

  private static String replaceUnpaired(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }
}
