package io.simhash.core.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has, in lower-case hexadecimal digits. */
public final class Sha256 {

  private Sha256() {}

  /** A new digest. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The 64 digits of the hash of {@code text} in UTF-8. */
  public static String hex(String text) {
    return hex(digest(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 64 digits that {@code digest} gives after {@code last}. */
  public static String hex(MessageDigest digest, byte[] last) {
    return HexFormat.of().formatHex(digest.digest(last));
  }
}
