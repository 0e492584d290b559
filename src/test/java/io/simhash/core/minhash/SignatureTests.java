package io.simhash.core.minhash;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class SignatureTests extends LuceneTestCase {

  private static final Optional<Shingling> NONE = Optional.empty();
  private static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);

  private static Optional<Shingling> shingling(Shingling.Unit unit, int size) {
    return Optional.of(new Shingling(unit, size));
  }

  private static Optional<Shingling> characters(int size) {
    return shingling(Shingling.Unit.CHARACTER, size);
  }

  private static Optional<Shingling> tokens(int size) {
    return shingling(Shingling.Unit.TOKEN, size);
  }

  private static Signature signature(Optional<Shingling> shingling, int hashes, long... elements) {
    return Signature.of(shingling, Signature.family(hashes).minima(elements));
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** Version, unit, size, and the lowest byte of each minimum. */
  public void testStoredFormByteForByte() {
    long[] minima = {0x1122_3344_5566_7788L, -1, 0};
    assertArrayEquals(bytes(2, 1, 0, 0x88, 0xff, 0), Signature.of(AUTO, minima).stored());
    assertArrayEquals(bytes(2, 1, 5, 0x88, 0xff, 0), Signature.of(characters(5), minima).stored());
    assertArrayEquals(bytes(2, 2, 32, 0x88, 0xff, 0), Signature.of(tokens(32), minima).stored());
    assertArrayEquals(bytes(2, 0, 0, 0x88, 0xff, 0), Signature.of(NONE, minima).stored());
    assertEquals("AgEAiP8A", Signature.of(AUTO, minima).toBase64());
  }

  public void testParameters() {
    assertEquals("2:character:auto:384", signature(AUTO, 384, 1).parameters());
    assertEquals("2:character:5:1", signature(characters(5), 1, 1).parameters());
    assertEquals("2:token:3:1024", signature(tokens(3), 1024, 1).parameters());
    assertEquals("2:none:128", signature(NONE, 128, 1).parameters());
    assertEquals("2:none:128", signature(NONE, 128, 1).toString());
  }

  public void testGolden() {
    for (List<String> row : GoldenFile.rows("signatures-v2.tsv", "signature")) {
      Optional<Shingling> shingling =
          switch (row.get(1)) {
            case "character" ->
                characters(row.get(2).equals("auto") ? 0 : Integer.parseInt(row.get(2)));
            case "token" -> tokens(Integer.parseInt(row.get(2)));
            default -> NONE;
          };
      int hashes = Integer.parseInt(row.get(3));
      Signature signature = signature(shingling, hashes, GoldenFile.hex(row.get(4)));
      String name = row.get(0) + " " + signature;
      assertEquals(name, row.get(5), signature.parameters());
      assertEquals(name, row.get(6), HexFormat.of().formatHex(signature.stored()));
      assertEquals(name, row.get(7), signature.toBase64());
      assertEquals(name, signature, Signature.fromBase64(row.get(7)));
    }
  }

  /** From a text to its signature: shingles of the size {@code auto}, their hashes, the minima. */
  public void testGoldenTexts() {
    for (List<String> row : GoldenFile.rows("signatures-v2.tsv", "text")) {
      long[] elements =
          Shingling.ofCharacters(GoldenFile.text(row.get(0)), Shingling.AUTO).stream()
              .mapToLong(FeatureHash.XXH3::hash)
              .toArray();
      Signature signature = signature(AUTO, Integer.parseInt(row.get(1)), elements);
      assertEquals(row.get(0), row.get(2), signature.toBase64());
    }
  }

  public void testGoldenSimilarities() {
    for (List<String> row : GoldenFile.rows("signatures-v2.tsv", "similarity")) {
      Signature a = Signature.fromBase64(row.get(0));
      Signature b = Signature.fromBase64(row.get(1));
      if (row.get(2).equals("-")) {
        assertEquals(OptionalDouble.empty(), a.similarity(b));
      } else {
        double expected = Double.parseDouble(row.get(2));
        // Four roundings on the way, the greatest of a value below 1.
        assertEquals(expected, a.similarity(b).getAsDouble(), 4 * Math.ulp(1.0));
      }
    }
  }

  public void testReadGivesWhatWasStored() {
    for (Optional<Shingling> shingling : List.of(NONE, AUTO, characters(32), tokens(1))) {
      for (int hashes : new int[] {1, 384, 1024}) {
        Signature signature = signature(shingling, hashes, random().longs(9).toArray());
        Signature read = Signature.read(signature.stored());
        assertEquals(signature, read);
        assertEquals(signature.hashCode(), read.hashCode());
        assertEquals(shingling, read.shingling());
        assertEquals(hashes, read.hashes());
        assertEquals(signature, Signature.fromBase64(signature.toBase64()));
      }
    }
  }

  public void testLowBitsAreThePrefixesOfAllWholeRuns() {
    int hashes = TestUtil.nextInt(random(), 1, 400);
    long[] minima = random().longs(hashes).toArray();
    long[] lowBits = Signature.of(Optional.empty(), minima).lowBits();
    assertEquals(hashes / 32, lowBits.length);
    for (int i = 0; i < lowBits.length; i++) {
      Signature run =
          Signature.of(Optional.empty(), Arrays.copyOfRange(minima, 32 * i, 32 * i + 32));
      assertEquals(run.prefix().getAsLong(), lowBits[i]);
    }
  }

  /** Two signatures are comparable if version, unit, size and length are equal: each alone. */
  public void testComparability() {
    Signature five = signature(characters(5), 16, 1, 2);
    byte[] same = signature(characters(5), 16, 3, 4).stored();
    assertTrue(five.isComparable(same, 0, same.length));
    for (int header = 0; header < 3; header++) {
      byte[] other = same.clone();
      other[header]++;
      assertFalse("byte " + header, five.isComparable(other, 0, other.length));
    }
    byte[] longer = Arrays.copyOf(same, same.length + 1);
    assertFalse(five.isComparable(longer, 0, longer.length));
    assertFalse(five.isComparable(same, 0, same.length - 1));
    assertFalse(five.isComparable(same, 0, 0));
    for (Signature other :
        List.of(
            signature(tokens(5), 16, 1, 2),
            signature(characters(6), 16, 1, 2),
            signature(AUTO, 16, 1, 2),
            signature(NONE, 16, 1, 2),
            signature(characters(5), 17, 1, 2))) {
      assertEquals(OptionalDouble.empty(), five.similarity(other));
      assertEquals(OptionalDouble.empty(), other.similarity(five));
      assertNotEquals(five, other);
      assertNotEquals(five.parameters(), other.parameters());
    }
  }

  /** The similarity is that of the bytes behind the header, as {@link MinHash} estimates it. */
  public void testSimilarityIsThatOfTheFamily() {
    for (int hashes : new int[] {1, 24, 384}) {
      MinHash family = Signature.family(hashes);
      assertEquals(new MinHash(hashes, 8, 0), family);
      long[] first = random().longs(20).toArray();
      long[] second = first.clone();
      for (int changed = 0; changed <= 20; changed++) {
        Signature a = signature(AUTO, hashes, first);
        Signature b = signature(AUTO, hashes, second);
        double expected = family.similarity(family.signature(first), family.signature(second));
        assertEquals(OptionalDouble.of(expected), a.similarity(b));
        assertEquals(OptionalDouble.of(expected), b.similarity(a));
        byte[] stored = b.stored();
        byte[] inside = new byte[stored.length + 9];
        System.arraycopy(stored, 0, inside, 4, stored.length);
        assertTrue(a.isComparable(inside, 4, stored.length));
        assertEquals(expected, a.similarity(inside, 4), 0);
        if (changed < 20) {
          second[changed] = random().nextLong();
        }
      }
      assertEquals(
          1,
          signature(NONE, hashes, first).similarity(signature(NONE, hashes, first)).getAsDouble(),
          0);
    }
  }

  /** A signature is part of queries, which are keys of caches. */
  public void testArraysAreCopied() {
    Signature signature = signature(AUTO, 4, 1);
    byte[] stored = signature.stored();
    Signature read = Signature.read(stored);
    stored[3]++;
    assertEquals(signature, read);
    signature.stored()[3]++;
    assertEquals(signature, read);
  }

  public void testEquality() {
    Signature one = signature(AUTO, 16, 1);
    assertEquals(one, signature(AUTO, 16, 1));
    assertNotEquals(one, signature(AUTO, 16, 2));
    assertNotEquals(one.hashCode(), signature(AUTO, 16, 2).hashCode());
    assertNotEquals(one, "signature");
    assertNotEquals(one, null);
  }

  public void testMalformedSignaturesAreRefused() {
    String length = "a signature must have [4] to [1027] bytes but had ";
    assertRefused(length + "[0]");
    assertRefused(length + "[3]", 2, 1, 0);
    assertRefused(length + "[1028]", new int[1028]);
    assertEquals(1024, Signature.read(Arrays.copyOf(bytes(2, 0, 0), 1027)).hashes());
    assertRefused("a signature must have version [2] but had [0]", 0, 1, 0, 9);
    assertRefused("a signature must have version [2] but had [1]", 1, 1, 0, 9);
    assertRefused("a signature must have version [2] but had [255]", 255, 1, 0, 9);
    assertRefused("a signature must name a unit in [0, 2] but named [3]", 2, 3, 0, 9);
    assertRefused("a signature must name a unit in [0, 2] but named [255]", 2, 255, 0, 9);
    assertRefused("a signature with unit [0] must name a size in [0, 0] but named [5]", 2, 0, 5, 9);
    assertRefused(
        "a signature with unit [1] must name a size in [0, 32] but named [33]", 2, 1, 33, 9);
    assertRefused(
        "a signature with unit [2] must name a size in [1, 32] but named [0]", 2, 2, 0, 9);
    assertRefused(
        "a signature with unit [2] must name a size in [1, 32] but named [255]", 2, 2, 255, 9);
  }

  public void testMalformedBase64IsRefused() {
    for (String wrong : List.of("é", "AgEA*", "A", "AgEA iP8A")) {
      Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.fromBase64(wrong));
      assertEquals("a signature must be base 64 but was [" + wrong + "]", e.getMessage());
    }
    String tooLong = "é".repeat(81);
    Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.fromBase64(tooLong));
    assertEquals("a signature must be base 64 but was [" + "é".repeat(80) + "…]", e.getMessage());
    e = expectThrows(IllegalArgumentException.class, () -> Signature.fromBase64(""));
    assertEquals("a signature must have [4] to [1027] bytes but had [0]", e.getMessage());
  }

  private static void assertRefused(String sentence, int... values) {
    byte[] stored = bytes(values);
    Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(stored));
    assertEquals(sentence, e.getMessage());
    String base64 = Base64.getEncoder().encodeToString(stored);
    e = expectThrows(IllegalArgumentException.class, () -> Signature.fromBase64(base64));
    assertEquals(sentence, e.getMessage());
  }

  public void testHashesAreRefusedOutsideTheirRange() {
    for (int hashes : new int[] {0, 1025}) {
      Exception e =
          expectThrows(IllegalArgumentException.class, () -> Signature.of(AUTO, new long[hashes]));
      assertEquals("[hashes] must be in [1, 1024] but was [" + hashes + "]", e.getMessage());
    }
  }
}
