package io.simhash.core.simhash;

import io.simhash.core.Binomial;
import io.simhash.core.profile.Ties;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * A bit of two fingerprints differs with probability θ/π, θ the angle between the two weighted
 * feature vectors, independently of the other bits (Charikar 2002, section 3).
 *
 * <p>That is exact for normally distributed sums. Sums of a thousand features of uneven weight are
 * normal up to about one part in ten thousand, far below what the number of trials can see.
 */
public class RandomBitsTests extends LuceneTestCase {

  /** Features that two texts share, and features that each has alone. */
  private static final int FEATURES = 1000;

  private static final int PAIRS = 1000;
  private static final int[] RADII = {3, 5, 7, 11};

  public void testCosine99() {
    double[] published = {.674, .932, .992, 1.00};
    checkCosine(.99, published);
  }

  public void testCosine95() {
    double[] published = {.101, .362, .682, .975};
    checkCosine(.95, published);
  }

  public void testCosine90() {
    double[] published = {.013, .087, .283, .799};
    checkCosine(.90, published);
  }

  /** Unrelated texts differ in half of their bits. */
  public void testUnrelatedTexts() {
    int[] distances = distances(0);
    int differing = Arrays.stream(distances).sum();
    Binomial.assertPlausible("bits", differing, PAIRS * Fingerprint.BITS, 0.5);
  }

  /**
   * Forty features of one weight, 38 of them common: cosine .95, but sums are even numbers and
   * often 0, so the expectation is not θ/π. It is summed up exactly: the common features give s
   * with binomial probability, the two that each text has alone turn its bit to 1 with probability
   * q(s), and the bits differ with 2q(1 - q).
   */
  public void testFewEqualWeightsTie() {
    double p = 0;
    for (int set = 0; set <= 38; set++) {
      int s = 2 * set - 38;
      double q = (s + 2 > 0 ? .25 : 0) + (s > 0 ? .5 : 0) + (s - 2 > 0 ? .25 : 0);
      p += common(set) * 2 * q * (1 - q);
    }
    assertEquals("less than the .101 of the angle", .0940, p, 0.00005);
    long[] weights = new long[40];
    Arrays.fill(weights, 1);
    int pairs = 4 * PAIRS; // Enough to tell .0940 from .1011.
    int differing = 0;
    for (int i = 0; i < pairs; i++) {
      long[] a = random().longs(40).toArray();
      long[] b = a.clone();
      b[0] = random().nextLong();
      b[1] = random().nextLong();
      differing += Fingerprint.distance(fingerprint(a, weights), fingerprint(b, weights));
    }
    Binomial.assertPlausible("bits", differing, pairs * Fingerprint.BITS, p);
  }

  /** The probability that a bit is set in so many of 38 hashes. */
  private static double common(int set) {
    return Binomial.atMost(set, 38, .5) - (set == 0 ? 0 : Binomial.atMost(set - 1, 38, .5));
  }

  private static void checkCosine(double cosine, double[] published) {
    double p = Math.acos(cosine) / Math.PI;
    int[] distances = distances(cosine);
    int differing = Arrays.stream(distances).sum();
    Binomial.assertPlausible("bits at " + cosine, differing, PAIRS * Fingerprint.BITS, p);
    for (int i = 0; i < RADII.length; i++) {
      int radius = RADII[i];
      double expected = Binomial.atMost(radius, Fingerprint.BITS, p);
      assertEquals("as published to three digits", published[i], expected, 0.0005);
      int within = (int) Arrays.stream(distances).filter(d -> d <= radius).count();
      Binomial.assertPlausible(cosine + " within " + radius, within, PAIRS, expected);
    }
  }

  /**
   * Distances of pairs of texts whose feature vectors have exactly this cosine: the weights of what
   * each text has alone are scaled to it.
   */
  private static int[] distances(double cosine) {
    double[] common = random().doubles(FEATURES, 1, 2).toArray();
    double[] alone = random().doubles(FEATURES, 1, 2).toArray();
    double scale =
        Math.sqrt((1 - cosine) * squares(common) / (squares(alone) * Math.max(cosine, 1e-12)));
    double longest = 2 * Math.max(1, scale);
    long[] weights =
        DoubleStream.concat(Arrays.stream(common), Arrays.stream(alone).map(w -> w * scale))
            .mapToLong(w -> Math.round(w / longest * 0x1p44))
            .toArray();
    int[] distances = new int[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      long[] a = random().longs(2 * FEATURES).toArray();
      long[] b = random().longs(2 * FEATURES).toArray();
      System.arraycopy(a, 0, b, 0, FEATURES);
      distances[i] = Fingerprint.distance(fingerprint(a, weights), fingerprint(b, weights));
    }
    return distances;
  }

  private static double squares(double[] weights) {
    return Arrays.stream(weights).map(w -> w * w).sum();
  }

  private static long fingerprint(long[] hashes, long[] weights) {
    return SimHash.of(SimHashTests.sums(hashes, weights), Ties.ZERO);
  }
}
