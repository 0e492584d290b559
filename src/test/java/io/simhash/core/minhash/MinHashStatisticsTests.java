package io.simhash.core.minhash;

import io.simhash.core.Binomial;
import java.util.Arrays;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What two signatures say about two sets, against what theory says they must. */
public class MinHashStatisticsTests extends LuceneTestCase {

  private static final SignatureParameters DEFAULT = parameters(Bands.DEFAULT);

  private static SignatureParameters parameters(Bands bands) {
    return new SignatureParameters(Optional.empty(), bands);
  }

  /** Minima agree with probability J: two sets of 4 and 5 elements with 2 common, J = 2/7. */
  public void testMinimaAgreeWithTheJaccardSimilarity() {
    MinHash minHash = new MinHash(128);
    int pairs = 1000;
    int agree = 0;
    for (int i = 0; i < pairs; i++) {
      long[][] sets = sets(2, 2, 3);
      agree += agreements(minHash.minima(sets[0]), minHash.minima(sets[1]), -1);
    }
    Binomial.assertPlausible("components", agree, pairs * 128, 2 / 7.0);
  }

  /**
   * The mean of the estimate is J: the sum of many estimates, put back into a number of equal
   * components, is binomial with J + (1 - J) / 4. Without the correction it would be hundreds of
   * standard deviations away.
   */
  public void testTheEstimateIsUnbiased() {
    for (int hashes : new int[] {64, 1024}) {
      SignatureParameters parameters = parameters(new Bands(hashes, 1, 1));
      int pairs = 500_000 / hashes;
      double estimates = 0;
      for (int i = 0; i < pairs; i++) {
        // Half of the elements: no estimate is as low as chance, 5 standard deviations below.
        estimates += similarity(parameters, sets(2, 1, 1));
      }
      int equal = (int) Math.round(hashes * (estimates * .75 + pairs * .25));
      Binomial.assertPlausible(hashes + " hashes", equal, pairs * hashes, .5 + .5 / 4);
    }
  }

  /** The lowest bits of different minima agree with probability 1/4. */
  public void testChanceAgreement() {
    MinHash minHash = new MinHash(1024);
    int pairs = 300;
    int equal = 0;
    for (int i = 0; i < pairs; i++) {
      long[][] sets = sets(0, 10, 10);
      equal += agreements(minHash.minima(sets[0]), minHash.minima(sets[1]), 3);
    }
    Binomial.assertPlausible("components", equal, pairs * 1024, .25);
  }

  /**
   * The standard error is at most the one that the documentation states, .020 at J = .5, n = 1,024.
   * The sum of the squares of m normal errors, divided by the variance, has mean m and variance 2m;
   * six standard deviations above the mean are too many.
   */
  public void testStandardErrorIsAtMostTheStatedOne() {
    double agree = .5 + .5 / 4;
    double stated = Math.sqrt(agree * (1 - agree) / 1024) / .75;
    assertEquals(.020, stated, .0005);
    int pairs = 500;
    for (int size : new int[] {1, 10, 100, 1000}) {
      double squares = 0;
      for (int i = 0; i < pairs; i++) {
        double error = similarity(DEFAULT, sets(2 * size, size, size)) - .5;
        squares += error * error / (stated * stated);
      }
      String sum = squares + " with " + 4 * size + " elements";
      assertTrue(sum, squares < pairs + 6 * Math.sqrt(2 * pairs));
    }
  }

  /** A band of r rows agrees with probability J^r, and by chance with 2^-16. */
  public void testTheShareOfEqualBands() {
    for (Bands bands : new Bands[] {Bands.DEFAULT, new Bands(128, 24, 1), new Bands(256, 24, 4)}) {
      for (int commonOf200 : new int[] {60, 100, 160}) {
        int pairs = 200;
        int shared = 0;
        for (int i = 0; i < pairs; i++) {
          shared += sharedBands(bands, commonOf200);
        }
        double agree = Math.pow(commonOf200 / 200.0, bands.rows());
        double expected = agree + (1 - agree) * 0x1p-16;
        String what = bands + " with " + commonOf200 + " of 200";
        Binomial.assertPlausible(what, shared, pairs * bands.bands(), expected);
      }
    }
  }

  /** Bands of unrelated signatures, all compared with all: 2^-16 of them are equal. */
  public void testBandsThatAreEqualByChance() {
    Signature[] unrelated = new Signature[500];
    Arrays.setAll(unrelated, i -> DEFAULT.signature(random().longs(1024).toArray()));
    int shared = 0;
    for (int i = 0; i < unrelated.length; i++) {
      for (int j = 0; j < i; j++) {
        shared += unrelated[i].sharedBands(unrelated[j]);
      }
    }
    int pairs = unrelated.length * (unrelated.length - 1) / 2;
    Binomial.assertPlausible("bands", shared, pairs * 24, 0x1p-16);
  }

  /** Broder's super-shingles: near-duplicate when at least 2 of 6 bands of 14 minima agree. */
  public void testSuperShinglesOfTheLiterature() {
    Bands superShingles = new Bands(84, 6, 14);
    int[] commonOf200 = {196, 190, 180, 170, 160};
    double[] published = {.996, .879, .415, .120, .026};
    for (int i = 0; i < published.length; i++) {
      double expected = Binomial.atLeast(2, 6, Math.pow(commonOf200[i] / 200.0, 14));
      assertEquals("as published to three digits", published[i], expected, .0005);
      assertBandsAgree(superShingles, 2, commonOf200[i], 400);
    }
  }

  private void assertBandsAgree(Bands bands, int matching, int commonOf200, int pairs) {
    int near = 0;
    for (int pair = 0; pair < pairs; pair++) {
      near += sharedBands(bands, commonOf200) >= matching ? 1 : 0;
    }
    double jaccard = commonOf200 / 200.0;
    double expected = Binomial.atLeast(matching, bands.bands(), Math.pow(jaccard, bands.rows()));
    Binomial.assertPlausible(bands + " at J = " + jaccard, near, pairs, expected);
  }

  /** The bands that two random sets share, of J = {@code commonOf200} / 200. */
  private static int sharedBands(Bands bands, int commonOf200) {
    // Bands of sets that are not much larger than the signature agree less often than J^r.
    int own = 20 * (200 - commonOf200);
    long[][] sets = sets(20 * commonOf200, own / 2, own - own / 2);
    SignatureParameters parameters = parameters(bands);
    return signature(parameters, sets[0]).sharedBands(signature(parameters, sets[1]));
  }

  private static Signature signature(SignatureParameters parameters, long[] set) {
    return parameters.ofElements(set).orElseThrow();
  }

  private static double similarity(SignatureParameters parameters, long[][] sets) {
    return signature(parameters, sets[0]).similarity(signature(parameters, sets[1])).getAsDouble();
  }

  /** The components that are equal in the bits of a mask. */
  private static int agreements(long[] a, long[] b, long mask) {
    int agree = 0;
    for (int i = 0; i < a.length; i++) {
      agree += ((a[i] ^ b[i]) & mask) == 0 ? 1 : 0;
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
