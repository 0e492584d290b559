package io.simhash.core.minhash;

import io.simhash.core.Binomial;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What two signatures say about two sets, against what theory says they must. */
public class MinHashStatisticsTests extends LuceneTestCase {

  /** Minima agree with probability J: two sets of 4 and 5 elements with 2 common, J = 2/7. */
  public void testMinimaAgreeWithTheJaccardSimilarity() {
    MinHash minHash = new MinHash(128, 8, random().nextLong());
    int pairs = 1000;
    int agree = 0;
    for (int i = 0; i < pairs; i++) {
      long[][] sets = sets(2, 2, 3);
      agree += agreements(minHash.minima(sets[0]), minHash.minima(sets[1]));
    }
    Binomial.assertPlausible("components", agree, pairs * 128, 2 / 7.0);
  }

  /**
   * The mean of the estimate is J: the sum of many estimates, put back into a number of equal
   * components, is binomial with J + (1 - J) 2^-b. Without the correction it would be 12 standard
   * deviations away at 8 bits.
   */
  public void testTheEstimateIsUnbiased() {
    for (int bits : new int[] {8, 16, 32}) {
      MinHash minHash = new MinHash(128, bits, random().nextLong());
      double chance = Math.scalb(1.0, -bits);
      int pairs = 20_000;
      double estimates = 0;
      for (int i = 0; i < pairs; i++) {
        estimates += similarity(minHash, sets(1, 2, 2));
      }
      int equal = (int) Math.round(128 * (estimates * (1 - chance) + pairs * chance));
      Binomial.assertPlausible(bits + " bits", equal, pairs * 128, .2 + .8 * chance);
    }
  }

  /** Components of unrelated sets agree with probability 2^-8. */
  public void testChanceAgreement() {
    MinHash minHash = new MinHash(1024, 8, random().nextLong());
    int pairs = 300;
    int equal = 0;
    for (int i = 0; i < pairs; i++) {
      long[][] sets = sets(0, 10, 10);
      byte[] a = minHash.signature(sets[0]);
      byte[] b = minHash.signature(sets[1]);
      for (int c = 0; c < a.length; c++) {
        equal += a[c] == b[c] ? 1 : 0;
      }
    }
    Binomial.assertPlausible("components", equal, pairs * 1024, 1 / 256.0);
  }

  /**
   * The standard error is at most the one that the documentation states, .044 at J = .5, n = 128, b
   * = 8. The sum of the squares of m normal errors, divided by the variance, has mean m and
   * variance 2m; six standard deviations above the mean are too many.
   */
  public void testStandardErrorIsAtMostTheStatedOne() {
    double agree = .5 + .5 / 256;
    double stated = Math.sqrt(agree * (1 - agree) / 128) / (1 - 1 / 256.0);
    assertEquals(.044, stated, .0005);
    int pairs = 2000;
    for (int size : new int[] {1, 10, 100, 1000}) {
      double squares = 0;
      for (int i = 0; i < pairs; i++) {
        MinHash minHash = new MinHash(128, 8, random().nextLong());
        double error = similarity(minHash, sets(2 * size, size, size)) - .5;
        squares += error * error / (stated * stated);
      }
      String sum = squares + " with " + 4 * size + " elements";
      assertTrue(sum, squares < pairs + 6 * Math.sqrt(2 * pairs));
    }
  }

  /** Each seed is a family of its own: components of two families agree by chance alone. */
  public void testSeedsChooseIndependentFamilies() {
    int pairs = 300;
    int equal = 0;
    for (int i = 0; i < pairs; i++) {
      long[] set = random().longs(10).toArray();
      byte[] a = new MinHash(512, 8, random().nextLong()).signature(set);
      byte[] b = new MinHash(512, 8, random().nextLong()).signature(set);
      for (int c = 0; c < a.length; c++) {
        equal += a[c] == b[c] ? 1 : 0;
      }
    }
    Binomial.assertPlausible("components", equal, pairs * 512, 1 / 256.0);
  }

  /** Broder's super-shingles: near-duplicate when at least 2 of 6 bands of 14 minima agree. */
  public void testSuperShinglesOfTheLiterature() {
    Bands superShingles = new Bands(84, 6);
    int[] commonOf200 = {196, 190, 180, 170, 160};
    double[] published = {.996, .879, .415, .120, .026};
    for (int i = 0; i < published.length; i++) {
      double expected = superShingles.probability(2, commonOf200[i] / 200.0);
      assertEquals("as published to three digits", published[i], expected, .0005);
      assertBandsAgree(superShingles, 2, commonOf200[i], 400);
    }
  }

  /** What a search by bands finds, for bandings that suit a threshold of one half. */
  public void testBandsAgreeAsDerived() {
    assertBandsAgree(new Bands(126, 42), 1, 100, 400);
    assertBandsAgree(new Bands(128, 32), 2, 120, 400);
    assertBandsAgree(new Bands(128, 16), 1, 140, 400);
    assertBandsAgree(new Bands(10, 10), 5, 90, 400);
  }

  private void assertBandsAgree(Bands bands, int matching, int commonOf200, int pairs) {
    MinHash minHash = new MinHash(bands.hashes(), 8, random().nextLong());
    int near = 0;
    for (int pair = 0; pair < pairs; pair++) {
      // Bands of sets that are not much larger than the signature agree less often than J^r.
      int own = 20 * (200 - commonOf200);
      long[][] sets = sets(20 * commonOf200, own / 2, own - own / 2);
      List<String> terms = bands.terms(minHash.minima(sets[0]));
      terms.retainAll(bands.terms(minHash.minima(sets[1])));
      near += terms.size() >= matching ? 1 : 0;
    }
    double jaccard = commonOf200 / 200.0;
    double expected = bands.probability(matching, jaccard);
    Binomial.assertPlausible(bands + " at J = " + jaccard, near, pairs, expected);
  }

  private static double similarity(MinHash minHash, long[][] sets) {
    return minHash.similarity(minHash.signature(sets[0]), minHash.signature(sets[1]));
  }

  private static int agreements(long[] a, long[] b) {
    int agree = 0;
    for (int i = 0; i < a.length; i++) {
      agree += a[i] == b[i] ? 1 : 0;
    }
    return agree;
  }

  /** Two random sets with so many common elements and so many of their own. */
  private static long[][] sets(int common, int ownOfA, int ownOfB) {
    long[] all = random().longs(common + ownOfA + ownOfB).toArray();
    long[] b = Arrays.copyOf(all, common + ownOfB);
    System.arraycopy(all, common + ownOfA, b, common, ownOfB);
    return new long[][] {Arrays.copyOf(all, common + ownOfA), b};
  }
}
