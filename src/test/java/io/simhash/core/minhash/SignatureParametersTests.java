package io.simhash.core.minhash;

import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SignatureParametersTests extends LuceneTestCase {

  static final Optional<Shingling> NONE = Optional.empty();
  static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);

  static Optional<Shingling> characters(int size) {
    return Optional.of(new Shingling(Shingling.Unit.CHARACTER, size));
  }

  static Optional<Shingling> tokens(int size) {
    return Optional.of(new Shingling(Shingling.Unit.TOKEN, size));
  }

  static SignatureParameters of(Optional<Shingling> shingling, int hashes, int bands, int rows) {
    return new SignatureParameters(shingling, new Bands(hashes, bands, rows));
  }

  static SignatureParameters ofDefault(Optional<Shingling> shingling) {
    return new SignatureParameters(shingling, Bands.DEFAULT);
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** The header of the default bands. */
  public void testShortHeader() {
    assertArrayEquals(bytes(6, 0, 0), ofDefault(NONE).header());
    assertArrayEquals(bytes(6, 0x40, 0), ofDefault(AUTO).header());
    assertArrayEquals(bytes(6, 0x45, 0), ofDefault(characters(5)).header());
    assertArrayEquals(bytes(6, 0x60, 0), ofDefault(characters(32)).header());
    assertArrayEquals(bytes(6, 0x81, 0), ofDefault(tokens(1)).header());
    assertArrayEquals(bytes(6, 0xa0, 0), ofDefault(tokens(32)).header());
  }

  /** The header of other bands has them behind it. */
  public void testLongHeader() {
    assertArrayEquals(bytes(6, 0x40, 1, 0, 84, 6, 14), of(AUTO, 84, 6, 14).header());
    assertArrayEquals(bytes(6, 0, 1, 8, 0, 24, 2), of(NONE, 2048, 24, 2).header());
    assertArrayEquals(bytes(6, 0x83, 1, 4, 0, 1, 255), of(tokens(3), 1024, 1, 255).header());
    assertArrayEquals(bytes(6, 0, 1, 4, 0, 24, 1), of(NONE, 1024, 24, 1).header());
  }

  private static SignatureParameters folded(int bits, Bands bands) {
    return new SignatureParameters(AUTO, Folding.ofBits(bits), bands);
  }

  /** What is folded is in the bits above the lowest. */
  public void testHeaderOfFolding() {
    for (int bits = 0; bits < 16; bits++) {
      SignatureParameters folded = folded(bits, Bands.DEFAULT);
      SignatureParameters others = folded(bits, new Bands(84, 6, 14));
      assertArrayEquals(bytes(6, 0x40, 2 * bits), folded.header());
      assertArrayEquals(bytes(6, 0x40, 2 * bits + 1, 0, 84, 6, 14), others.header());
      assertEquals(folded, SignatureParameters.read(folded.header()));
      assertEquals(others, SignatureParameters.read(others.header()));
    }
    SignatureParameters folded = folded(5, Bands.DEFAULT);
    assertEquals("6:character:auto+accents+traditional:1024:24x2", folded.toString());
    assertEquals(ofDefault(NONE), new SignatureParameters(NONE, folded.folding(), Bands.DEFAULT));
    assertFalse(
        ofDefault(AUTO).signature(new long[1024]).isComparable(folded.signature(new long[1024])));
    String other = "the header of a signature with the parameters [6:%s] must be [%s] but was [%s]";
    assertRefused(other.formatted("none:1024:24x2", "060000", "060002"), 6, 0, 2);
    assertRefused(other.formatted("character:auto:1024:24x2", "064000", "064020"), 6, 0x40, 32);
  }

  /** Every header is read as what it was made of, and no two are equal. */
  public void testReadGivesWhatTheHeaderWasMadeOf() {
    Set<String> headers = new HashSet<>();
    int made = 0;
    for (Optional<Shingling> shingling :
        List.of(NONE, AUTO, characters(1), characters(32), tokens(1), tokens(32))) {
      for (Bands bands :
          List.of(
              Bands.DEFAULT,
              new Bands(1024, 24, 1),
              new Bands(1024, 23, 2),
              new Bands(1023, 24, 2),
              new Bands(64, 1, 1),
              new Bands(2048, 24, 16),
              new Bands(2048, 8, 255))) {
        SignatureParameters parameters = new SignatureParameters(shingling, bands);
        assertEquals(parameters, SignatureParameters.read(parameters.header()));
        assertEquals(
            "what follows is not read",
            parameters,
            SignatureParameters.read(Arrays.copyOf(parameters.header(), parameters.bytes())));
        headers.add(Arrays.toString(parameters.header()));
        made++;
      }
    }
    assertEquals(made, headers.size());
  }

  public void testMalformedHeaders() {
    assertRefused("a signature must have at least [3] bytes but had [1]", 6);
    assertRefused("a signature must have at least [3] bytes but had [2]", 6, 0x40);
    assertRefused("a signature must name a unit in [0, 2] but named [3]", 6, 0xc0, 0);
    assertRefused("a signature with unit [0] must name a size in [0, 0] but named [5]", 6, 0x05, 0);
    assertRefused(
        "a signature with unit [1] must name a size in [0, 32] but named [33]", 6, 0x61, 0);
    assertRefused(
        "a signature with unit [2] must name a size in [1, 32] but named [0]", 6, 0x80, 0);
    assertRefused(
        "a signature with unit [2] must name a size in [1, 32] but named [63]", 6, 0xbf, 0);
    String bands = "a signature must name its [hashes], [bands] and [rows] but did not";
    assertRefused(bands, 6, 0x40, 1);
    assertRefused(bands, 6, 0x40, 1, 0, 84, 6);
    assertRefused("[hashes] must be in [64, 2048] but was [63]", 6, 0x40, 1, 0, 63, 1, 1);
    assertRefused("[hashes] must be in [64, 2048] but was [65535]", 6, 0x40, 1, 255, 255, 1, 1);
    assertRefused("[bands] must be in [1, 24] but was [255]", 6, 0x40, 1, 8, 0, 255, 1);
    assertRefused("[rows] must be in [1, 255] but was [0]", 6, 0x40, 1, 8, 0, 1, 0);
    assertRefused(
        "[hashes] must be at least [bands] times [rows], [84], but was [64]",
        6,
        0x40,
        1,
        0,
        64,
        6,
        14);
  }

  /** Signatures are compared by their headers, so that equal parameters must have one. */
  public void testTheDefaultBandsHaveNoLongHeader() {
    assertRefused(
        "the header of a signature with the parameters [6:token:2:1024:24x2] must be [068200] but"
            + " was [068201]",
        6,
        0x82,
        1,
        4,
        0,
        24,
        2);
  }

  private static void assertRefused(String sentence, int... values) {
    byte[] stored = bytes(values);
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> SignatureParameters.read(stored));
    assertEquals(sentence, e.getMessage());
    e = expectThrows(IllegalArgumentException.class, () -> Signature.read(stored));
    assertEquals(sentence, e.getMessage());
  }

  public void testOfElements() {
    SignatureParameters parameters = of(AUTO, 84, 6, 14);
    assertEquals(Optional.empty(), parameters.ofElements(new long[0]));
    long[] elements = random().longs(20).toArray();
    long[] minima = new MinHash(84).minima(elements);
    assertEquals(Optional.of(parameters.signature(minima)), parameters.ofElements(elements));
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> parameters.signature(Arrays.copyOf(minima, 83)));
    assertEquals("a signature of [84] minima cannot be made of [83]", e.getMessage());
  }
}
