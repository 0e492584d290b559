package io.simhash.core.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.math.BigInteger;
import java.util.HexFormat;

/**
 * Reads, prints and compares 64-bit fingerprints: each is a {@code long}, written as 16 lower-case
 * hexadecimal digits, most significant first.
 */
public final class Fingerprint {

  public static final int BITS = 64;

  private static final int HEX_DIGITS = 16;
  private static final HexFormat HEX = HexFormat.of();
  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(BITS);

  private Fingerprint() {}

  /**
   * The number of bits in which two fingerprints differ, 0 to 64.
   *
   * @see <a href="https://doi.org/10.1145/1242572.1242592">Manku, Jain, Das Sarma: Detecting
   *     near-duplicates for web crawling, WWW 2007, section 3</a>
   */
  public static int distance(long a, long b) {
    return Long.bitCount(a ^ b);
  }

  /** The canonical form: 16 lower-case hexadecimal digits. */
  public static String toHex(long fingerprint) {
    return HEX.toHexDigits(fingerprint);
  }

  /**
   * Reads a fingerprint from text: 16 hexadecimal digits in either case, {@code 0x} and 16
   * hexadecimal digits, or 64 characters of 0 and 1, most significant first.
   *
   * @throws IllegalArgumentException if the text is none of these; the message holds the text
   */
  public static long parse(String text) {
    if (text.length() == BITS && text.chars().allMatch(c -> c == '0' || c == '1')) {
      return Long.parseUnsignedLong(text, 2);
    }
    String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
    if (digits.length() == HEX_DIGITS && digits.chars().allMatch(HexFormat::isHexDigit)) {
      return HexFormat.fromHexDigitsToLong(digits);
    }
    throw refuse(text);
  }

  /**
   * Reads a fingerprint as JSON holds it: an integer from -2^63 (signed reading) to 2^64 - 1
   * (unsigned reading), or anything else by its text.
   *
   * @throws IllegalArgumentException if it is no fingerprint
   */
  public static long parseValue(Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger big
        && big.compareTo(MIN) >= 0
        && big.compareTo(UNSIGNED_LIMIT) < 0) {
      return big.longValue();
    }
    if (value instanceof Number) {
      throw refuse(value);
    }
    return parse(String.valueOf(value));
  }

  private static IllegalArgumentException refuse(Object got) {
    return invalid(
        "a fingerprint must be 16 hexadecimal digits, [0x] and 16 hexadecimal digits, 64"
            + " characters of 0 and 1, or a 64-bit integer, but was [%s]",
        OptionMap.shown(got));
  }
}
