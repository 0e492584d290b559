package io.simhash.elasticsearch.query;

import io.simhash.core.base.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * A key of {@link QueryTexts}: some texts, and the work that is done on them. It holds a digest of
 * the texts, not the texts.
 */
final class TextKey {

  /** An estimate of the bytes in memory of a key and its place in the cache. */
  static final long BYTES = 512;

  /** UTF-16 units that are digested at a time. */
  private static final int CHUNK = 4_096;

  private final Object maker;
  private final Object options;
  private final String digest;

  /**
   * @param maker the immutable object that does the work, compared by identity; {@code null} if the
   *     options say all
   * @param options the options of the work, compared by {@code equals}
   */
  TextKey(Object maker, Object options, List<String> texts) {
    this.maker = maker;
    this.options = options;
    this.digest = digest(texts);
  }

  /** Exact for every text, also for unpaired surrogates: all encodings replace them. */
  private static String digest(List<String> texts) {
    MessageDigest digest = Sha256.digest();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK * Character.BYTES);
    for (String text : texts) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(text.length()).flip());
      for (int from = 0; from < text.length(); from += CHUNK) {
        int to = Math.min(from + CHUNK, text.length());
        chunk.clear().asCharBuffer().put(text, from, to);
        digest.update(chunk.limit((to - from) * Character.BYTES));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextKey that
        && maker == that.maker
        && options.equals(that.options)
        && digest.equals(that.digest);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }
}
