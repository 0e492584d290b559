package io.simhash.core.minhash;

import static io.simhash.core.minhash.SignatureParametersTests.AUTO;
import static io.simhash.core.minhash.SignatureParametersTests.NONE;
import static io.simhash.core.minhash.SignatureParametersTests.bytes;
import static io.simhash.core.minhash.SignatureParametersTests.characters;
import static io.simhash.core.minhash.SignatureParametersTests.of;
import static io.simhash.core.minhash.SignatureParametersTests.ofDefault;
import static io.simhash.core.minhash.SignatureParametersTests.tokens;

import io.simhash.core.Binomial;
import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Counted;
import io.simhash.core.shingle.Folding;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SignatureTests extends LuceneTestCase {

  private static final List<SignatureParameters> PARAMETERS =
      List.of(
          ofDefault(AUTO),
          ofDefault(NONE),
          of(characters(32), 64, 32, 2),
          of(tokens(1), 84, 6, 14),
          of(AUTO, 2048, 128, 2));

  private static Signature random(SignatureParameters parameters) {
    return parameters.signature(random().longs(parameters.bands().hashes()).toArray());
  }

  public void testGolden() {
    List<List<String>> rows = GoldenFile.rows("signatures-v5.tsv", "signature");
    assertEquals(56, rows.size());
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

  /** From a text to its signature: shingles of the size {@code auto}, their hashes, the minima. */
  public void testGoldenTexts() {
    List<List<String>> rows = GoldenFile.rows("signatures-v5.tsv", "text");
    assertFalse(rows.isEmpty());
    for (List<String> row : rows) {
      long[] elements =
          Shingling.ofCharacters(GoldenFile.text(row.get(0)), Shingling.AUTO).stream()
              .mapToLong(FeatureHash.XXH3::hash)
              .toArray();
      Signature signature = ofDefault(AUTO).ofElements(elements).orElseThrow();
      assertEquals(row.get(0), row.get(1), signature.toBase64());
    }
  }

  public void testGoldenSimilarities() {
    List<List<String>> rows = GoldenFile.rows("minhash-similarity-v5.tsv");
    assertFalse(rows.isEmpty());
    for (List<String> row : rows) {
      Signature a = Signature.fromBase64(row.get(0));
      Signature b = Signature.fromBase64(row.get(1));
      if (row.get(2).equals("-")) {
        assertEquals(OptionalDouble.empty(), a.similarity(b));
        assertEquals(0, a.sharedBands(b));
      } else {
        // Three roundings on the way of values up to 1, and a division by 3/4.
        double expected = Double.parseDouble(row.get(4));
        assertEquals(expected, a.similarity(b).getAsDouble(), 4 * Math.ulp(1.0));
        assertEquals(Integer.parseInt(row.get(3)), a.sharedBands(b));
      }
    }
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
      byte[] stored = other.stored();
      assertFalse(signature.isComparable(other));
      assertFalse(other.isComparable(signature));
      assertFalse(signature.isComparable(stored, 0, stored.length));
      assertEquals(OptionalDouble.empty(), signature.similarity(other));
      assertEquals(OptionalDouble.empty(), other.similarity(signature));
      assertEquals(0, signature.sharedBands(other));
      assertNotEquals(signature, other);
    }
    byte[] stored = same.stored();
    assertFalse(signature.isComparable(stored, 0, stored.length - 1));
    assertFalse(signature.isComparable(stored, 0, 0));
    byte[] otherVersion = stored.clone();
    otherVersion[0] = 2;
    assertFalse(signature.isComparable(otherVersion, 0, otherVersion.length));
  }

  /** Against the definition, component by component and band by band, at every offset. */
  public void testSimilarityAndBandsAreThoseOfTheDefinition() {
    for (SignatureParameters parameters : PARAMETERS) {
      int hashes = parameters.bands().hashes();
      long[] first = random().longs(hashes).toArray();
      for (int times = 0; times < 50; times++) {
        double equal = random().nextDouble();
        long[] second = first.clone();
        for (int i = 0; i < hashes; i++) {
          // Of the two bits that are stored often one alone differs.
          second[i] ^= random().nextDouble() < equal ? 0 : 1 + random().nextInt(5);
        }
        double expected = similarity(first, second);
        int shared = sharedBands(parameters.bands(), first, second);
        Signature a = parameters.signature(first);
        Signature b = parameters.signature(second);
        assertEquals(expected, a.similarity(b).getAsDouble(), 4 * Math.ulp(1.0));
        assertEquals(a.similarity(b), b.similarity(a));
        assertEquals(shared, a.sharedBands(b));
        assertEquals(shared, b.sharedBands(a));
        int offset = random().nextInt(20);
        byte[] stored = b.stored();
        byte[] inside = new byte[stored.length + 20];
        random().nextBytes(inside);
        System.arraycopy(stored, 0, inside, offset, stored.length);
        assertTrue(a.isComparable(inside, offset, stored.length));
        assertEquals(a.similarity(b).getAsDouble(), a.similarity(inside, offset), 0);
        assertEquals(shared, a.sharedBands(inside, offset));
      }
    }
  }

  private static double similarity(long[] first, long[] second) {
    int equal = 0;
    for (int i = 0; i < first.length; i++) {
      equal += (first[i] & 3) == (second[i] & 3) ? 1 : 0;
    }
    return Math.max(0, ((double) equal / first.length - .25) / .75);
  }

  private static int sharedBands(Bands bands, long[] first, long[] second) {
    short[] a = bands.values(first);
    short[] b = bands.values(second);
    int shared = 0;
    for (int band = 0; band < Math.min(24, a.length); band++) {
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
    List<List<String>> rows = GoldenFile.rows("signatures-v5.tsv", "folded");
    assertEquals(14, rows.size());
    for (List<String> row : rows) {
      Folding folding =
          Folding.read(
              new OptionMap(new HashMap<>(Map.of("fold", List.of(row.get(0).split(","))))));
      SignatureParameters parameters =
          of(
              Optional.of(Shingling.AUTO_CHARACTERS.with(new Counted(folding))),
              Integer.parseInt(row.get(1)),
              Integer.parseInt(row.get(2)),
              Integer.parseInt(row.get(3)));
      String text = folding.of(GoldenFile.text(row.get(4)));
      long[] elements = new CharacterShingles(text, Shingling.AUTO, FeatureHash.XXH3).hashes();
      assertEquals(row.get(5), parameters.toString());
      assertEquals(row.get(6), parameters.ofElements(elements).orElseThrow().toBase64());
      assertEquals(parameters, Signature.fromBase64(row.get(6)).parameters());
    }
  }

  public void testOtherLengthsAreRefused() {
    byte[] stored = random(ofDefault(AUTO)).stored();
    String sentence =
        "a signature with the parameters [5:character:auto:1024:64x2] must have [387] bytes but"
            + " had [%s]";
    for (int length : new int[] {3, 131, 386, 388, 1000}) {
      byte[] other = Arrays.copyOf(stored, length);
      Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(other));
      assertEquals(sentence.replace("%s", "" + length), e.getMessage());
    }
    byte[] longHeader = Arrays.copyOf(bytes(5, 0, 1, 0, 84, 6, 14), 52);
    Exception e = expectThrows(IllegalArgumentException.class, () -> Signature.read(longHeader));
    assertEquals(
        "a signature with the parameters [5:none:84:6x14] must have [51] bytes but had [52]",
        e.getMessage());
  }

  /** The margin against a plain sum of the binomial distribution, from both sides. */
  public void testSureEstimateIsTheQuantileOfTheBinomialDistribution() {
    for (int hashes : new int[] {16, 64, 100, 1024, 2048}) {
      for (double min : new double[] {0, .1, .44, .5, .51, .6, .75, .9, .95, .98, .99, 1}) {
        String name = hashes + " components, " + min;
        double p = min + (1 - min) / 4;
        double sure = Signature.sureEstimate(min, hashes);
        if (sure > 1) {
          assertEquals(name, Double.POSITIVE_INFINITY, sure, 0);
          assertTrue(name, Math.pow(p, hashes) >= 1e-6);
          continue;
        }
        int equal = 0;
        while (Signature.similarity(hashes - equal, hashes) < sure) {
          equal++;
        }
        assertEquals(name, sure, Signature.similarity(hashes - equal, hashes), 0);
        assertTrue(name, Binomial.atLeast(equal, hashes, p) < 1e-6);
        assertTrue(name, Binomial.atLeast(equal - 1, hashes, p) >= 1e-6);
      }
    }
    assertEquals(.596, Signature.sureEstimate(.5, 1024), .0005);
    assertEquals(1, Signature.sureEstimate(.982, 1024), 0);
    assertEquals(Double.POSITIVE_INFINITY, Signature.sureEstimate(.983, 1024), 0);
  }

  /**
   * Pairs of sets just below a similarity, of few elements and of many: none of 3,000 has a sure
   * estimate of it, and half of them have an estimate above it.
   */
  public void testSureEstimateIsNotReachedBelowTheMinimum() {
    for (int[] sizes : new int[][] {{4, 9}, {49, 99}, {199, 399}}) {
      int common = sizes[0];
      int union = sizes[1];
      double min = Math.nextUp((double) common / union);
      int above = 0;
      int sure = 0;
      int pairs = 1_000;
      for (int pair = 0; pair < pairs; pair++) {
        long[] elements = random().longs(union).toArray();
        // The first elements are those of both.
        int end = common + (union - common) / 2;
        long[] first = Arrays.copyOf(elements, end);
        long[] second =
            LongStream.concat(
                    Arrays.stream(elements, 0, common), Arrays.stream(elements, end, union))
                .toArray();
        double estimate =
            ofDefault(AUTO)
                .ofElements(first)
                .orElseThrow()
                .similarity(ofDefault(AUTO).ofElements(second).orElseThrow())
                .getAsDouble();
        above += estimate >= min ? 1 : 0;
        sure += estimate >= Signature.sureEstimate(min, 1024) ? 1 : 0;
      }
      assertEquals(union + " elements", 0, sure);
      assertTrue(union + " elements: " + above, above > pairs / 4);
    }
  }
}
