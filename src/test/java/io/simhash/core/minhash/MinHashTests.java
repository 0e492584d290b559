package io.simhash.core.minhash;

import io.simhash.core.GoldenFile;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.tests.util.LuceneTestCase;

public class MinHashTests extends LuceneTestCase {

  public void testGolden() throws NoSuchAlgorithmException {
    List<List<String>> rows = GoldenFile.rows("minhash-v4.tsv");
    assertEquals(54, rows.size());
    for (List<String> row : rows) {
      MinHash minHash = new MinHash(Integer.parseInt(row.get(1)));
      long[] minima = minHash.minima(GoldenFile.elements(row.get(2)));
      String name = row.get(0) + ", " + minHash;
      if (row.get(3).equals("-") == false) {
        assertArrayEquals(name, GoldenFile.hex(row.get(3)), minima);
      }
      ByteBuffer bytes = ByteBuffer.allocate(minima.length * Long.BYTES);
      Arrays.stream(minima).forEach(bytes::putLong);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
      assertEquals(name, row.get(4), HexFormat.of().formatHex(digest));
    }
  }

  public void testOrderAndRepeatsDoNotMatter() {
    MinHash minHash = new MinHash(1 + random().nextInt(50));
    long[] set = random().longs(1 + random().nextInt(80)).toArray();
    long[] twice = Arrays.copyOf(set, set.length * 2);
    for (int i = 0; i < set.length; i++) {
      twice[twice.length - 1 - i] = set[i];
    }
    assertArrayEquals(minHash.minima(set), minHash.minima(twice));
  }

  /** What makes signatures of parts mergeable: the minima of a union are the parts' minima. */
  public void testMinimaOfAUnion() {
    MinHash minHash = new MinHash(64);
    long[] all = random().longs(30).toArray();
    long[] a = minHash.minima(Arrays.copyOfRange(all, 0, 17));
    long[] b = minHash.minima(Arrays.copyOfRange(all, 11, 30));
    long[] union = minHash.minima(all);
    for (int i = 0; i < union.length; i++) {
      long least = Long.compareUnsigned(a[i], b[i]) < 0 ? a[i] : b[i];
      assertEquals(least, union[i]);
    }
  }

  /** The rounds by the letter: all of them, without an end and without care for repeats. */
  private static long[] plainMinima(long[] elements, int n) {
    BigInteger[] least = new BigInteger[n];
    for (long element : elements) {
      for (int round = 0; round < 64 + n; round++) {
        BigInteger u = unsigned(element).multiply(multiplier(round)).and(bits(64));
        BigInteger scaled = u.shiftRight(32).multiply(BigInteger.valueOf(n));
        int bin = round < 64 ? scaled.shiftRight(32).intValue() : round - 64;
        BigInteger number =
            BigInteger.valueOf(round).shiftLeft(32).add(u.shiftRight(20).and(bits(32)));
        least[bin] = least[bin] == null ? number : least[bin].min(number);
      }
    }
    return Arrays.stream(least).mapToLong(BigInteger::longValue).toArray();
  }

  private static BigInteger bits(int count) {
    return BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE);
  }

  private static BigInteger unsigned(long number) {
    return new BigInteger(Long.toUnsignedString(number));
  }

  private static BigInteger multiplier(int round) {
    SplittableRandom random = new SplittableRandom(0);
    for (int skipped = 0; skipped < round; skipped++) {
      random.nextLong();
    }
    return unsigned(random.nextLong() | 1);
  }

  public void testMinimaAreThoseOfAllRounds() {
    for (int n : new int[] {1, 2, 7, 64, 100}) {
      for (int size : new int[] {1, 2, 10, 300}) {
        long[] set = random().longs(size).toArray();
        long[] expected = plainMinima(set, n);
        assertArrayEquals(n + ", " + size, expected, new MinHash(n).minima(set));
      }
    }
  }

  /** A component has its round in the upper bits: rounds 64 and later are those of empty bins. */
  public void testTheFewestElementsFillAllBins() {
    MinHash minHash = new MinHash(1024);
    for (int i = 0; i < 20; i++) {
      long[] minima = minHash.minima(new long[] {random().nextLong()});
      int early = 0;
      for (int bin = 0; bin < 1024; bin++) {
        long round = minima[bin] >>> 32;
        assertTrue(round < 64 || round == 64 + bin);
        early += round < 64 ? 1 : 0;
      }
      // Some of 64 throws meet in one of 1,024 bins: 2 of them on average.
      assertEquals(62, early, 10);
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
    MinHash minHash = new MinHash(n);
    long[] minima = minHash.minima(repeated);
    assertEquals(64, minima[0] >>> 32);
    assertArrayEquals(plainMinima(avoiding, n), minima);
    assertEquals("the array is not sorted", avoiding[1], repeated[1]);
  }

  private static boolean avoidsBin(long element, int n, int bin) {
    SplittableRandom random = new SplittableRandom(0);
    for (int round = 0; round < 64; round++) {
      if ((element * (random.nextLong() | 1) >>> 32) * n >>> 32 == bin) {
        return false;
      }
    }
    return true;
  }

  public void testAMillionElements() {
    long[] set = random().longs(1_000_000).toArray();
    for (long minimum : new MinHash(1024).minima(set)) {
      assertEquals("filled in the first round", 0, minimum >>> 32);
    }
    long[] one = new MinHash(1).minima(set);
    long[] other = new MinHash(1).minima(Arrays.copyOf(set, 999_999));
    assertTrue(Long.compareUnsigned(one[0], other[0]) <= 0);
  }

  /** The greatest round has its own multiplier. */
  public void testTheLastRound() {
    int n = MinHash.MAX_HASHES;
    long[] minima = new MinHash(n).minima(new long[] {7});
    assertEquals(64 + n - 1, minima[n - 1] >>> 32);
  }
}
