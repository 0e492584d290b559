package io.simhash.core.simhash;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintTests extends LuceneTestCase {

  private static final String REFUSAL =
      "a fingerprint must be 16 hexadecimal digits, [0x] and 16 hexadecimal digits, 64 characters"
          + " of 0 and 1, or a 64-bit integer, but was [";

  /** Two fingerprints that the literature prints bit by bit. */
  public void testDistanceOfTheLiterature() {
    String a = "1000010010101101111111100000101011010001001111100001001011001011";
    String b = "1000010010101101011111100000101011010001001111100001101010001011";
    assertEquals(3, Fingerprint.distance(Fingerprint.parse(a), Fingerprint.parse(b)));
    assertEquals(3, Fingerprint.distance(0b10101, 0b00110));
  }

  public void testDistanceIsAMetricOnBits() {
    long a = random().nextLong();
    long b = random().nextLong();
    long c = random().nextLong();
    assertEquals(0, Fingerprint.distance(a, a));
    assertEquals(64, Fingerprint.distance(a, ~a));
    assertEquals(1, Fingerprint.distance(a, a ^ 1L << random().nextInt(64)));
    assertEquals(Fingerprint.distance(a, b), Fingerprint.distance(b, a));
    int detour = Fingerprint.distance(a, b) + Fingerprint.distance(b, c);
    assertTrue(Fingerprint.distance(a, c) <= detour);
  }

  public void testPrints() {
    assertEquals("0000000000000000", Fingerprint.toHex(0));
    assertEquals("ffffffffffffffff", Fingerprint.toHex(-1));
    assertEquals("8000000000000001", Fingerprint.toHex(Long.MIN_VALUE | 1));
    assertEquals("0123456789abcdef", Fingerprint.toHex(0x0123456789abcdefL));
  }

  public void testReadsEveryForm() {
    for (int round = 0; round < 100; round++) {
      long fingerprint = random().nextLong() >>> random().nextInt(64);
      String hex = Fingerprint.toHex(fingerprint);
      assertEquals(fingerprint, Fingerprint.parse(hex));
      assertEquals(fingerprint, Fingerprint.parse(hex.toUpperCase(Locale.ROOT)));
      assertEquals(fingerprint, Fingerprint.parse("0x" + hex));
      assertEquals(fingerprint, Fingerprint.parse("0X" + hex));
      String bits = Long.toBinaryString(fingerprint);
      assertEquals(fingerprint, Fingerprint.parse("0".repeat(64 - bits.length()) + bits));
      assertEquals(fingerprint, Fingerprint.parseValue((Number) fingerprint));
      assertEquals(fingerprint, Fingerprint.parseValue(BigInteger.valueOf(fingerprint)));
      BigInteger unsigned = new BigInteger(Long.toUnsignedString(fingerprint));
      assertEquals(fingerprint, Fingerprint.parseValue(unsigned));
    }
    assertEquals(-7, Fingerprint.parseValue((Number) (-7)));
  }

  public void testEndsOfTheIntegers() {
    BigInteger two63 = BigInteger.ONE.shiftLeft(63);
    BigInteger two64 = BigInteger.ONE.shiftLeft(64);
    assertEquals(Long.MIN_VALUE, Fingerprint.parseValue(two63.negate()));
    assertEquals(Long.MIN_VALUE, Fingerprint.parseValue(two63));
    assertEquals(-1, Fingerprint.parseValue(two64.subtract(BigInteger.ONE)));
    assertRefused(two64);
    assertRefused(two63.negate().subtract(BigInteger.ONE));
  }

  public void testRefusesEveryOtherText() {
    String hex = "0123456789abcdef";
    assertRefused("");
    assertRefused("0x");
    assertRefused(hex.substring(1));
    assertRefused(hex + "0");
    assertRefused("0x" + hex + "0");
    assertRefused("0x" + hex.substring(1));
    assertRefused("0x0x" + hex.substring(2));
    assertRefused("g" + hex.substring(1));
    assertRefused("+" + hex.substring(1));
    assertRefused("-" + hex.substring(1));
    assertRefused(" " + hex);
    assertRefused(hex + "\n");
    assertRefused("\uff11".repeat(16));
    assertRefused("01".repeat(31) + "0");
    assertRefused("01".repeat(31) + "02");
    assertRefused("12345");
  }

  public void testRefusesOtherNumbers() {
    assertRefused(1.0);
    assertRefused(1.5f);
    assertRefused(Double.NaN);
    assertRefused(new BigDecimal("1"));
  }

  public void testALongValueIsShownShortened() {
    String shown = "x".repeat(80);
    assertRefused(shown);
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> Fingerprint.parse(shown + "y"));
    assertEquals(REFUSAL + shown + "…]", e.getMessage());
  }

  private static void assertRefused(Object value) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> Fingerprint.parseValue(value));
    assertEquals(REFUSAL + value + "]", e.getMessage());
  }
}
