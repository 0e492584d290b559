package io.simhash.core.minhash;

import io.simhash.core.GoldenFile;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class MinHashTests extends LuceneTestCase {

  public void testTheLeastNumberOfEqualComponents() {
    int hashes = TestUtil.nextInt(random(), 1, MinHash.MAX_HASHES);
    MinHash minHash = new MinHash(hashes, 8 << random().nextInt(3), 0);
    byte[] one = new byte[minHash.signatureBytes()];
    byte[] other = new byte[one.length];
    int bytes = one.length / hashes;
    double[] similarities = new double[hashes + 1];
    for (int equal = hashes; equal >= 0; equal--) {
      similarities[equal] = minHash.similarity(one, other);
      if (equal > 0) {
        other[(equal - 1) * bytes] = 1;
      }
    }
    for (int times = 0; times < 200; times++) {
      double min =
          random().nextBoolean()
              ? random().nextInt(101) / 100.0
              : similarities[random().nextInt(hashes + 1)];
      int least = 0;
      while (similarities[least] < min) {
        least++;
      }
      assertEquals(least, minHash.minEqual(min));
    }
  }

  /** By chance four of 1024 components are equal: fewer have the similarity 0 too. */
  public void testNoEqualComponentIsNeededForSimilarityZero() {
    assertEquals(0, new MinHash(MinHash.MAX_HASHES, 8, 0).minEqual(0));
  }

  public void testGolden() {
    for (List<String> row : GoldenFile.rows("minhash-v2.tsv")) {
      MinHash minHash = minHash(row.get(1), row.get(2), HexFormat.fromHexDigitsToLong(row.get(3)));
      long[] elements = GoldenFile.hex(row.get(4));
      long[] minima = minHash.minima(elements);
      String last = HexFormat.of().toHexDigits(minima[minima.length - 1]);
      assertEquals(row.get(0), row.get(5), last);
      assertEquals(row.get(0), row.get(6), HexFormat.of().formatHex(minHash.signature(elements)));
    }
  }

  public void testSimilarityGolden() {
    for (List<String> row : GoldenFile.rows("minhash-similarity-v1.tsv")) {
      MinHash minHash = minHash(row.get(0), row.get(1), 0);
      byte[] a = HexFormat.of().parseHex(row.get(2));
      byte[] b = HexFormat.of().parseHex(row.get(3));
      double expected = Double.parseDouble(row.get(5));
      // Four roundings on the way, the greatest of a value below 1.
      assertEquals(row.toString(), expected, minHash.similarity(a, b), 4 * Math.ulp(1.0));
    }
  }

  /**
   * Rows a to e, h1 = (x + 1) mod 5, h2 = (2x + 1) mod 5 give {a, b} the signature (1, 1), {b, c,
   * d} (2, 0), {a, d, e} (0, 1) and {d, e} (0, 2): two components tell little.
   */
  public void testSignaturesOfTheLiterature() {
    MinHash two = new MinHash(2, 8, 0);
    byte[] s1 = {1, 1};
    byte[] s2 = {2, 0};
    byte[] s3 = {0, 1};
    byte[] s4 = {0, 2};
    assertEquals("the true Jaccard is 1/4", 0, two.similarity(s1, s2), 0);
    double half = (.5 - 1 / 256.0) / (1 - 1 / 256.0);
    assertEquals(half, two.similarity(s1, s3), 1e-15);
    assertEquals(half, two.similarity(s3, s4), 1e-15);
    assertEquals(0, two.similarity(s1, s4), 0);
    assertEquals(1, two.similarity(s3, s3), 0);
  }

  public void testOrderAndRepeatsDoNotMatter() {
    MinHash minHash = new MinHash(1 + random().nextInt(50), 16, random().nextLong());
    long[] set = random().longs(1 + random().nextInt(20)).toArray();
    long[] twice = Arrays.copyOf(set, set.length * 2);
    for (int i = 0; i < set.length; i++) {
      twice[twice.length - 1 - i] = set[i];
    }
    assertArrayEquals(minHash.minima(set), minHash.minima(twice));
    assertArrayEquals(minHash.signature(set), minHash.signature(twice));
  }

  /** What makes signatures of parts mergeable: the minima of a union are the parts' minima. */
  public void testMinimaOfAUnion() {
    MinHash minHash = new MinHash(64, 8, random().nextLong());
    long[] all = random().longs(30).toArray();
    long[] a = minHash.minima(Arrays.copyOfRange(all, 0, 17));
    long[] b = minHash.minima(Arrays.copyOfRange(all, 11, 30));
    long[] union = minHash.minima(all);
    for (int i = 0; i < union.length; i++) {
      long least = Long.compareUnsigned(a[i], b[i]) < 0 ? a[i] : b[i];
      assertEquals(least, union[i]);
    }
  }

  public void testASignatureIsCutFromTheMinima() {
    for (int bits : new int[] {8, 16, 32}) {
      MinHash minHash = new MinHash(10, bits, 1);
      long[] set = random().longs(5).toArray();
      long[] minima = minHash.minima(set);
      byte[] signature = minHash.signature(set);
      assertEquals(10 * bits / 8, signature.length);
      assertEquals(signature.length, minHash.signatureBytes());
      for (int i = 0; i < signature.length; i++) {
        int inComponent = i % (bits / 8);
        assertEquals((byte) (minima[i / (bits / 8)] >>> 8 * inComponent), signature[i]);
      }
    }
  }

  /** A signature is no prefix of a longer one: an element's bin depends on their number. */
  public void testSignaturesOfOtherLengthsAreOtherFamilies() {
    long[] set = random().longs(9).toArray();
    long[] few = new MinHash(100, 8, 5).minima(set);
    long[] many = new MinHash(128, 8, 5).minima(set);
    assertFalse(Arrays.equals(few, Arrays.copyOf(many, 100)));
  }

  /** The rounds by the letter: all of them, without an end and without care for repeats. */
  private static long[] plainMinima(long[] elements, int n, long seed) {
    BigInteger[] least = new BigInteger[n];
    for (long element : elements) {
      for (int round = 0; round < 2 * n; round++) {
        BigInteger u = unsigned(splitMix64(element ^ seed, round));
        BigInteger first = BigInteger.valueOf(round).shiftLeft(53);
        BigInteger scaled = u.multiply(BigInteger.valueOf(n));
        int bin = round < n ? scaled.shiftRight(64).intValue() : round - n;
        BigInteger rest = unsigned((round < n ? scaled : u).longValue()).shiftRight(11);
        BigInteger number = first.add(rest);
        least[bin] = least[bin] == null ? number : least[bin].min(number);
      }
    }
    return Arrays.stream(least).mapToLong(BigInteger::longValue).toArray();
  }

  private static BigInteger unsigned(long number) {
    return new BigInteger(Long.toUnsignedString(number));
  }

  private static long splitMix64(long state, int i) {
    SplittableRandom random = new SplittableRandom(state);
    for (int skipped = 0; skipped < i; skipped++) {
      random.nextLong();
    }
    return random.nextLong();
  }

  public void testMinimaAreThoseOfAllRounds() {
    for (int n : new int[] {1, 2, 7, 64, 100}) {
      for (int size : new int[] {1, 2, 10, 300}) {
        long seed = random().nextLong();
        long[] set = random().longs(size).toArray();
        long[] expected = plainMinima(set, n, seed);
        assertArrayEquals(n + ", " + size, expected, new MinHash(n, 8, seed).minima(set));
      }
    }
  }

  /** A component has its round in the upper bits: rounds n and later are those of empty bins. */
  public void testTheFewestElementsFillAllBins() {
    MinHash minHash = new MinHash(1024, 8, 0);
    for (int i = 0; i < 20; i++) {
      long[] minima = minHash.minima(new long[] {random().nextLong()});
      int late = 0;
      for (int bin = 0; bin < 1024; bin++) {
        long round = minima[bin] >>> 53;
        assertTrue(round < 1024 || round == 1024 + bin);
        late += round >= 1024 ? 1 : 0;
      }
      // A bin is missed by 1,024 throws with probability 1/e, less one in 2,000 of it.
      assertEquals(1024 / Math.E, late, 110);
    }
  }

  /**
   * The worst elements that can be chosen: none ever falls into bin 0, so that no round but the one
   * of that bin ends the search. Repeats are taken out, so that only distinct elements cost time.
   */
  public void testElementsThatAvoidABin() {
    int n = 64;
    long[] avoiding =
        random().longs().filter(element -> avoidsBin(element, n, 0)).limit(200).toArray();
    long[] repeated = new long[1_000_000];
    Arrays.setAll(repeated, i -> avoiding[i % avoiding.length]);
    MinHash minHash = new MinHash(n, 8, 0);
    long[] minima = minHash.minima(repeated);
    assertEquals(n, minima[0] >>> 53);
    assertArrayEquals(plainMinima(avoiding, n, 0), minima);
    assertEquals("the array is not sorted", avoiding[1], repeated[1]);
  }

  private static boolean avoidsBin(long element, int n, int bin) {
    SplittableRandom random = new SplittableRandom(element);
    for (int round = 0; round < n; round++) {
      if (Math.unsignedMultiplyHigh(random.nextLong(), n) == bin) {
        return false;
      }
    }
    return true;
  }

  public void testAMillionElements() {
    long[] set = random().longs(1_000_000).toArray();
    for (long minimum : new MinHash(1024, 8, 0).minima(set)) {
      assertEquals("filled in the first round", 0, minimum >>> 53);
    }
    long[] one = new MinHash(1, 8, 0).minima(set);
    long[] other = new MinHash(1, 8, 0).minima(Arrays.copyOf(set, 999_999));
    assertTrue(Long.compareUnsigned(one[0], other[0]) <= 0);
  }

  public void testSimilarityAtOffsets() {
    MinHash minHash = new MinHash(4, 16, 0);
    byte[] a = {9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8};
    byte[] b = {1, 2, 3, 4, 5, 6, 7, 8, 7};
    assertEquals(1, minHash.similarity(a, 3, b, 0), 0);
    assertEquals(0, minHash.similarity(a, 0, b, 1), 0);
  }

  public void testSimilarityIsSymmetricAndIgnoresNothing() {
    MinHash minHash = new MinHash(3, 16, 0);
    byte[] a = {1, 2, 3, 4, 5, 6};
    double third = (1 / 3.0 - 0x1p-16) / (1 - 0x1p-16);
    byte[] b = {1, 0, 3, 4, 0, 6};
    assertEquals(third, minHash.similarity(a, b), 1e-15);
    assertEquals(third, minHash.similarity(b, a), 1e-15);
  }

  public void testRefusals() {
    assertRefused("[hashes] must be in [1, 1024] but was [0]", () -> new MinHash(0, 8, 0));
    assertRefused("[hashes] must be in [1, 1024] but was [1025]", () -> new MinHash(1025, 8, 0));
    assertRefused("[bits] must be one of [8, 16, 32] but was [4]", () -> new MinHash(9, 4, 0));
    MinHash minHash = new MinHash(4, 8, 0);
    assertRefused("the empty set has no signature", () -> minHash.minima(new long[0]));
    assertRefused("the empty set has no signature", () -> minHash.signature(new long[0]));
    String lengths = "a signature must have [4] bytes but the two have [4] and [5]";
    assertRefused(lengths, () -> minHash.similarity(new byte[4], new byte[5]));
    String others = "a signature must have [4] bytes but the two have [3] and [4]";
    assertRefused(others, () -> minHash.similarity(new byte[3], new byte[4]));
    assertEquals(1024, new MinHash(1024, 32, 0).hashes());
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  private static MinHash minHash(String hashes, String bits, long seed) {
    return new MinHash(Integer.parseInt(hashes), Integer.parseInt(bits), seed);
  }
}
