package io.simhash.core.minhash;

import static io.simhash.core.minhash.SignatureParametersTests.AUTO;
import static io.simhash.core.minhash.SignatureParametersTests.NONE;
import static io.simhash.core.minhash.SignatureParametersTests.bytes;
import static io.simhash.core.minhash.SignatureParametersTests.characters;
import static io.simhash.core.minhash.SignatureParametersTests.of;
import static io.simhash.core.minhash.SignatureParametersTests.ofDefault;
import static io.simhash.core.minhash.SignatureParametersTests.tokens;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SignatureTests extends LuceneTestCase {

  private static final List<SignatureParameters> PARAMETERS =
      List.of(
          ofDefault(AUTO),
          ofDefault(NONE),
          of(characters(32), 64, 24, 2),
          of(tokens(1), 84, 6, 14),
          of(NONE, 257, 3, 85),
          of(AUTO, 300, 20, 15),
          of(AUTO, 2048, 24, 2));

  private static Signature random(SignatureParameters parameters) {
    return parameters.signature(random().longs(parameters.bands().hashes()).toArray());
  }

  public void testGolden() {
    List<List<String>> rows = GoldenFile.rows("signatures-v6.tsv", "signature");
    assertEquals(60, rows.size());
    for (List<String> row : rows) {
      Optional<Shingling> shingling =
          switch (row.get(1)) {
            case "character" ->
                characters(row.get(2).equals("auto") ? 0 : Integer.parseInt(row.get(2)));
            case "token" -> tokens(Integer.parseInt(row.get(2)));
            default -> NONE;
          };
      SignatureParameters parameters =
          new SignatureParameters(shingling, BandsTests.bands(row.subList(3, 6)));
      Signature signature = parameters.ofElements(GoldenFile.elements(row.get(6))).orElseThrow();
      String name = row.get(0) + " " + signature;
      assertEquals(name, row.get(7), parameters.toString());
      assertEquals(name, row.get(8), signature.toBase64());
      assertEquals(name, signature, Signature.fromBase64(row.get(8)));
    }
  }

  public void testGoldenParts() {
    List<List<String>> rows = GoldenFile.rows("signatures-v6.tsv", "parts");
    assertEquals(5, rows.size());
    for (List<String> row : rows) {
      Signature signature = Signature.fromBase64(row.get(0));
      String name = signature.toString();
      assertEquals(name, row.get(1), Base64.getEncoder().encodeToString(signature.head()));
      assertEquals(name, row.get(2), Base64.getEncoder().encodeToString(signature.rest()));
      assertEquals(name, signature, Signature.read(signature.head(), signature.rest()));
    }
  }

  /** From a text to its signature: shingles of the size {@code auto}, their hashes, the minima. */
  public void testGoldenTexts() {
    List<List<String>> rows = GoldenFile.rows("signatures-v6.tsv", "text");
    assertFalse(rows.isEmpty());
    for (List<String> row : rows) {
      long[] elements =
          CharacterShingles.distinct(GoldenFile.text(row.get(0)), Shingling.AUTO).stream()
              .mapToLong(FeatureHash.XXH3::hash)
              .toArray();
      Signature signature = ofDefault(AUTO).ofElements(elements).orElseThrow();
      assertEquals(row.get(0), row.get(1), signature.toBase64());
    }
  }

  public void testGoldenSimilarities() {
    List<List<String>> rows = GoldenFile.rows("minhash-similarity-v6.tsv");
    assertFalse(rows.isEmpty());
    for (List<String> row : rows) {
      Signature a = Signature.fromBase64(row.get(0));
      Signature b = Signature.fromBase64(row.get(1));
      if (row.get(2).equals("-")) {
        assertEquals(OptionalDouble.empty(), a.similarity(b));
        assertEquals(0, a.sharedBands(b));
        assertEquals(0, a.equalInHead(b));
      } else {
        assertEquals(Double.parseDouble(row.get(5)), a.similarity(b).getAsDouble(), 0);
        assertEquals(Integer.parseInt(row.get(3)), a.equalInHead(b));
        assertEquals(Integer.parseInt(row.get(4)), a.sharedBands(b));
      }
    }
  }

  /** A similarity that is a decimal fraction is the number that users write for it. */
  public void testSimilaritiesAreRoundedOnce() {
    for (int hashes : new int[] {100, 300, 1000, 2000}) {
      for (int percent = 1; percent <= 100; percent++) {
        int four = hashes + 3 * hashes * percent / 100;
        if (four % 4 == 0) {
          String name = percent + " % of " + hashes;
          assertEquals(name, percent / 100.0, Signature.similarity(hashes - four / 4, hashes), 0);
        }
      }
    }
    assertEquals(0, Signature.similarity(1024, 1024), 0);
    assertEquals(0, Signature.similarity(768, 1024), 0);
    assertEquals(1 / 768.0, Signature.similarity(767, 1024), 0);
  }

  public void testReadGivesWhatWasStored() {
    for (SignatureParameters parameters : PARAMETERS) {
      Signature signature = random(parameters);
      Signature read = Signature.read(signature.stored());
      assertEquals(signature, read);
      assertEquals(signature.hashCode(), read.hashCode());
      assertEquals(parameters, read.parameters());
      assertEquals(parameters.bytes(), read.stored().length);
      assertEquals(parameters.toString(), read.toString());
      assertEquals(signature, Signature.fromBase64(signature.toBase64()));
      for (int band = 0; band < parameters.bands().bands(); band++) {
        assertEquals(signature.band(band), read.band(band));
      }
    }
  }

  /** Two signatures are comparable if their parameters are equal: each part of them alone. */
  public void testComparability() {
    SignatureParameters five = of(characters(5), 96, 16, 2);
    Signature signature = random(five);
    Signature same = random(five);
    assertTrue(signature.isComparable(same));
    assertTrue(signature.similarity(same).isPresent());
    for (SignatureParameters parameters :
        List.of(
            of(tokens(5), 96, 16, 2),
            of(characters(6), 96, 16, 2),
            of(AUTO, 96, 16, 2),
            of(NONE, 96, 16, 2),
            of(characters(5), 97, 16, 2),
            of(characters(5), 96, 15, 2),
            of(characters(5), 96, 16, 3),
            ofDefault(characters(5)))) {
      Signature other = random(parameters);
      byte[] head = other.head();
      assertFalse(signature.isComparable(other));
      assertFalse(other.isComparable(signature));
      assertFalse(signature.isComparable(head, 0, head.length));
      assertEquals(OptionalDouble.empty(), signature.similarity(other));
      assertEquals(OptionalDouble.empty(), other.similarity(signature));
      assertEquals(0, signature.sharedBands(other));
      assertEquals(0, signature.equalInHead(other));
      assertNotEquals(signature, other);
    }
    byte[] head = same.head();
    assertTrue(signature.isComparable(head, 0, head.length));
    assertFalse(signature.isComparable(head, 0, head.length - 1));
    assertFalse(signature.isComparable(head, 0, 0));
    byte[] otherVersion = head.clone();
    otherVersion[0] = 5;
    assertFalse(signature.isComparable(otherVersion, 0, otherVersion.length));
  }

  /** Against the definition, component by component and band by band, at every offset. */
  public void testComparisonsAreThoseOfTheDefinition() {
    for (SignatureParameters parameters : PARAMETERS) {
      int hashes = parameters.bands().hashes();
      long[] first = random().longs(hashes).toArray();
      for (int times = 0; times < 50; times++) {
        double equal = random().nextDouble();
        // The head and the rest differ as they like.
        double equalInHead = random().nextBoolean() ? equal : random().nextDouble();
        long[] second = first.clone();
        for (int i = 0; i < hashes; i++) {
          // Of the two bits that are stored often one alone differs.
          double same = i < firstOfHead(hashes) ? equal : equalInHead;
          second[i] ^= random().nextDouble() < same ? 0 : 1 + random().nextInt(5);
        }
        assertCompared(parameters, first, second);
      }
    }
  }

  private static void assertCompared(SignatureParameters parameters, long[] first, long[] second) {
    double similarity = similarity(first, second);
    int bands = sharedBands(parameters.bands(), first, second);
    int inHead = equal(first, second, firstOfHead(first.length));
    Signature a = parameters.signature(first);
    Signature b = parameters.signature(second);
    assertEquals(similarity, a.similarity(b).getAsDouble(), 4 * Math.ulp(1.0));
    assertEquals(a.similarity(b), b.similarity(a));
    assertEquals(bands, a.sharedBands(b));
    assertEquals(bands, b.sharedBands(a));
    assertEquals(inHead, a.equalInHead(b));
    assertEquals(inHead, b.equalInHead(a));
    int offset = random().nextInt(20);
    byte[] head = inside(b.head(), offset);
    assertTrue(a.isComparable(head, offset, b.head().length));
    assertEquals(bands, a.sharedBands(head, offset));
    assertEquals(inHead, a.equalInHead(head, offset));
    int restOffset = random().nextInt(20);
    byte[] rest = inside(b.rest(), restOffset);
    assertEquals(a.similarity(b).getAsDouble(), a.similarity(head, offset, rest, restOffset), 0);
    for (int band = 0; band < parameters.bands().bands(); band++) {
      assertEquals(b.band(band), Signature.storedBand(head, offset, band));
    }
  }

  /** An array of random bytes around these. */
  private static byte[] inside(byte[] bytes, int offset) {
    byte[] inside = new byte[bytes.length + 20];
    random().nextBytes(inside);
    System.arraycopy(bytes, 0, inside, offset, bytes.length);
    return inside;
  }

  /** The first component of the last four groups of 64, of which the last one may not be full. */
  private static int firstOfHead(int hashes) {
    int first = 0;
    while (first + 256 < hashes) {
      first += 64;
    }
    return first;
  }

  private static double similarity(long[] first, long[] second) {
    return Math.max(0, ((double) equal(first, second, 0) / first.length - .25) / .75);
  }

  private static int equal(long[] first, long[] second, int from) {
    int equal = 0;
    for (int i = from; i < first.length; i++) {
      equal += (first[i] & 3) == (second[i] & 3) ? 1 : 0;
    }
    return equal;
  }

  private static int sharedBands(Bands bands, long[] first, long[] second) {
    short[] a = bands.values(first);
    short[] b = bands.values(second);
    int shared = 0;
    for (int band = 0; band < a.length; band++) {
      shared += a[band] == b[band] ? 1 : 0;
    }
    return shared;
  }

  /**
   * Rows a to e, h1 = (x + 1) mod 5, h2 = (2x + 1) mod 5 give {a, b} the minima (1, 1), {b, c, d}
   * (2, 0), {a, d, e} (0, 1) and {d, e} (0, 2): two components tell little, however often.
   */
  public void testMinimaOfTheLiterature() {
    Signature s1 = repeated(1, 1);
    Signature s2 = repeated(2, 0);
    Signature s3 = repeated(0, 1);
    Signature s4 = repeated(0, 2);
    assertEquals("the true Jaccard is 1/4", OptionalDouble.of(0), s1.similarity(s2));
    double half = (.5 - .25) / .75;
    assertEquals(half, s1.similarity(s3).getAsDouble(), 1e-15);
    assertEquals(half, s3.similarity(s4).getAsDouble(), 1e-15);
    assertEquals(OptionalDouble.of(0), s1.similarity(s4));
    assertEquals(OptionalDouble.of(1), s3.similarity(s3));
  }

  private static Signature repeated(long first, long second) {
    long[] minima = new long[64];
    Arrays.setAll(minima, i -> i % 2 == 0 ? first : second);
    return of(NONE, 64, 1, 1).signature(minima);
  }

  /** Equal bytes have equal hashes wherever they are; never 0. */
  public void testHash() {
    byte[] stored = random(ofDefault(AUTO)).stored();
    byte[] inside = new byte[stored.length + 9];
    System.arraycopy(stored, 0, inside, 4, stored.length);
    long hash = Signature.hash(stored, 0, stored.length);
    assertEquals(hash, Signature.hash(inside, 4, stored.length));
    assertNotEquals(0, hash);
    stored[stored.length - 1] ^= 1;
    assertNotEquals(hash, Signature.hash(stored, 0, stored.length));
  }

  public void testGoldenOfFoldedText() {
    List<List<String>> rows = GoldenFile.rows("signatures-v6.tsv", "folded");
    assertEquals(30, rows.size());
    for (List<String> row : rows) {
      Folding folding =
          Folding.read(
              new OptionMap(new HashMap<>(Map.of("fold", List.of(row.get(0).split(","))))));
      SignatureParameters parameters =
          new SignatureParameters(
              Optional.of(Shingling.AUTO_CHARACTERS), folding, BandsTests.bands(row.subList(1, 4)));
      String text = folding.of(GoldenFile.text(row.get(4)));
      long[] elements = new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3).hashes();
      assertEquals(row.get(5), parameters.toString());
      assertEquals(row.get(6), parameters.ofElements(elements).orElseThrow().toBase64());
      assertEquals(parameters, Signature.fromBase64(row.get(6)).parameters());
    }
  }

  /** Users may send signatures: none chosen so that hash tables of them are slow. */
  public void testHashCodesCannotBeChosen() {
    byte[] stored =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT).signature(new long[1024]).stored();
    stored[100] = 0;
    stored[101] = 31;
    byte[] other = stored.clone();
    other[100] = 1;
    other[101] = 0;
    assertEquals(Arrays.hashCode(stored), Arrays.hashCode(other));
    assertNotEquals(Signature.read(stored).hashCode(), Signature.read(other).hashCode());
  }

  public void testOtherLengthsAreRefused() {
    byte[] stored = random(ofDefault(AUTO)).stored();
    String sentence =
        "a signature with the parameters [6:character:auto:1024:24x2] must have [307] bytes but"
            + " had [%s]";
    for (int length : new int[] {3, 131, 306, 308, 387, 1000}) {
      byte[] other = Arrays.copyOf(stored, length);
      Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(other));
      assertEquals(sentence.replace("%s", "" + length), e.getMessage());
    }
    byte[] longHeader = Arrays.copyOf(bytes(6, 0, 1, 0, 84, 6, 14), 52);
    Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(longHeader));
    assertEquals(
        "a signature with the parameters [6:none:84:6x14] must have [51] bytes but had [52]",
        e.getMessage());
  }

  /** The numbers of the class's Javadoc, and signatures that have no rest. */
  public void testBytesOfTheParts() {
    int[][] bytes = {{307, 115, 192}, {71, 71, 0}, {51, 51, 0}, {7 + 2 * 20 + 80, 7 + 40 + 64, 16}};
    SignatureParameters[] parameters = {
      ofDefault(AUTO), of(NONE, 64, 24, 2), of(NONE, 84, 6, 14), of(NONE, 300, 20, 15)
    };
    for (int i = 0; i < parameters.length; i++) {
      Signature signature = random(parameters[i]);
      int[] found = {signature.stored().length, signature.head().length, signature.rest().length};
      assertArrayEquals(parameters[i].toString(), bytes[i], found);
      assertEquals(parameters[i].toString(), bytes[i][2] > 0, parameters[i].hasRest());
    }
  }

  public void testPartsThatAreNotThoseOfASignatureAreRefused() {
    Signature signature = random(ofDefault(AUTO));
    byte[] head = signature.head();
    byte[] rest = signature.rest();
    String ofHead = "a head with the parameters [6:character:auto:1024:24x2] must have [115] bytes";
    assertRefused(ofHead + " but had [114]", Arrays.copyOf(head, 114), rest);
    assertRefused(ofHead + " but had [116]", Arrays.copyOf(head, 116), rest);
    assertRefused(ofHead + " but had [3]", Arrays.copyOf(head, 3), rest);
    // The bytes of all are as many as those of a signature.
    assertRefused(ofHead + " but had [131]", Arrays.copyOf(head, 131), Arrays.copyOf(rest, 176));
    assertRefused(ofHead + " but had [307]", signature.stored(), new byte[0]);
    String ofBoth =
        "a signature with the parameters [6:character:auto:1024:24x2] must have [307] bytes";
    assertRefused(ofBoth + " but had [115]", head, new byte[0]);
    assertRefused(ofBoth + " but had [308]", head, Arrays.copyOf(rest, 193));
    assertRefused(
        "a signature must have version [6] but had [5]: index the document again",
        bytes(5, 0, 0),
        rest);
    assertRefused(
        "a signature must have version [6] but had no bytes: index the document again",
        new byte[0],
        rest);
  }

  private static void assertRefused(String sentence, byte[] head, byte[] rest) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(head, rest));
    assertEquals(sentence, e.getMessage());
  }
}
