package io.simhash.core.minhash;

import static io.simhash.core.minhash.SignatureParametersTests.AUTO;
import static io.simhash.core.minhash.SignatureParametersTests.ofDefault;

import io.simhash.core.Binomial;
import io.simhash.core.GoldenFile;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ThresholdsTests extends LuceneTestCase {

  private static Bands bands(int hashes) {
    return new Bands(hashes, 1, 1);
  }

  /** The hypergeometric distribution, exactly. */
  public void testHeadGolden() {
    List<List<String>> rows = GoldenFile.rows("head-thresholds-v1.tsv");
    assertEquals(10, rows.size());
    for (List<String> row : rows) {
      int hashes = Integer.parseInt(row.get(0));
      assertEquals(Integer.parseInt(row.get(1)), Signature.headComponents(hashes));
      long[] expected = GoldenFile.longs(row.get(2));
      assertEquals(100, expected.length);
      for (int i = 1; i <= 100; i++) {
        String name = hashes + " components, " + i / 100.0;
        assertEquals(name, expected[i - 1], Thresholds.head(i / 100.0, bands(hashes)));
      }
    }
  }

  public void testHeadOfTheJavadoc() {
    assertEquals(130, Thresholds.head(.51, Bands.DEFAULT));
    assertEquals(116, Thresholds.head(.44, Bands.DEFAULT));
  }

  /** A head that is the whole signature agrees exactly where the estimate reaches the minimum. */
  public void testAHeadOfAllComponents() {
    for (int hashes = 64; hashes <= 256; hashes++) {
      double min = 1 - random().nextDouble();
      int equal = Thresholds.head(min, bands(hashes));
      assertTrue(Signature.similarity(hashes - equal, hashes) >= min);
      assertTrue(Signature.similarity(hashes - equal + 1, hashes) < min);
    }
  }

  /**
   * Of the pairs at the minimum fewer than one in a million miss it, and more miss the next one.
   */
  public void testHeadIsTheQuantileOfTheHypergeometricDistribution() {
    for (int times = 0; times < 50; times++) {
      int n = Bands.MIN_HASHES + random().nextInt(MinHash.MAX_HASHES - Bands.MIN_HASHES + 1);
      int h = Signature.headComponents(n);
      double min = 1 - random().nextDouble();
      int equal = 0;
      while (Signature.similarity(n - equal, n) < min) {
        equal++;
      }
      BigInteger million = BigInteger.valueOf(1_000_000);
      BigInteger fewer = BigInteger.ZERO;
      int threshold = 0;
      while (threshold < h) {
        fewer = fewer.add(choices(equal, threshold).multiply(choices(n - equal, h - threshold)));
        if (fewer.multiply(million).compareTo(choices(n, h)) >= 0) {
          break;
        }
        threshold++;
      }
      assertEquals(n + " components, " + min, threshold, Thresholds.head(min, bands(n)));
    }
  }

  /** The number of choices of k of n. */
  private static BigInteger choices(int n, int k) {
    BigInteger choices = k > n ? BigInteger.ZERO : BigInteger.ONE;
    for (int i = 1; i <= k && k <= n; i++) {
      choices = choices.multiply(BigInteger.valueOf(n - i + 1)).divide(BigInteger.valueOf(i));
    }
    return choices;
  }

  /** Components that are equal by chance, and those of weakly similar pairs (ADR 6). */
  public void testWhatPassesTheHead() {
    assertTrue(Binomial.atLeast(116, 256, .25) < 1e-11);
    assertTrue(Binomial.atLeast(130, 256, .25) < 1e-17);
    // At a similarity of .2 and .3 one component in 2.5 and one in 2.1 is equal.
    assertEquals(.0004, Binomial.atLeast(130, 256, .2 + .8 / 4), .0001);
    assertEquals(.16, Binomial.atLeast(130, 256, .3 + .7 / 4), .01);
  }

  /**
   * The equal components of two sets lie anywhere: those in the head are hypergeometric, with mean
   * {@code a · h / n} and variance {@code a (n - a) h (n - h) / (n² (n - 1))}. The sum of many
   * pairs is normal; six standard deviations away is too far.
   */
  public void testEqualComponentsOfTheHeadAreAFairShare() {
    for (int hashes : new int[] {300, 1024, 2048}) {
      double h = Signature.headComponents(hashes);
      SignatureParameters parameters = new SignatureParameters(Optional.empty(), bands(hashes));
      for (int size : new int[] {3, 30, 300, 3_000}) {
        double difference = 0;
        double variance = 0;
        for (int pair = 0; pair < 100; pair++) {
          long[] elements = random().longs(size).toArray();
          int common = size - random().nextInt(size / 2 + 1);
          Signature one = parameters.ofElements(elements).orElseThrow();
          Signature other = parameters.ofElements(Arrays.copyOf(elements, common)).orElseThrow();
          double equal = Math.round(hashes * (.25 + .75 * one.similarity(other).getAsDouble()));
          difference += one.equalInHead(other) - equal * h / hashes;
          variance +=
              equal
                  * (hashes - equal)
                  * h
                  * (hashes - h)
                  / ((double) hashes * hashes * (hashes - 1));
        }
        String what = hashes + " components, " + size + " elements: " + difference;
        assertTrue(what, Math.abs(difference) < 6 * Math.sqrt(variance));
      }
    }
  }

  /** At the estimate itself, just above it and just below: the next component counts or not. */
  public void testMinimaAtWhichOneComponentMoreIsNeeded() {
    for (int hashes : new int[] {64, 100, 300, 1000, 1024, 2048}) {
      for (int equal = hashes / 4 + 1; equal <= hashes; equal++) {
        double at = Signature.similarity(hashes - equal, hashes);
        double before = Signature.similarity(hashes - equal + 1, hashes);
        int threshold = Thresholds.head(at, bands(hashes));
        assertEquals(threshold, Thresholds.head(Math.nextUp(before), bands(hashes)));
        assertEquals(threshold, Thresholds.head(Math.nextDown(at), bands(hashes)));
        if (equal < hashes) {
          assertTrue(threshold <= Thresholds.head(Math.nextUp(at), bands(hashes)));
        }
      }
      assertEquals(Signature.headComponents(hashes), Thresholds.head(1, bands(hashes)));
    }
  }

  /** The margin against a plain sum of the binomial distribution, from both sides. */
  public void testSureEstimateIsTheQuantileOfTheBinomialDistribution() {
    for (int hashes : new int[] {16, 64, 100, 1024, 2048}) {
      for (double min : new double[] {0, .1, .44, .5, .51, .6, .75, .9, .95, .98, .99, 1}) {
        String name = hashes + " components, " + min;
        double p = min + (1 - min) / 4;
        double sure = Thresholds.sureEstimate(min, hashes);
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
    assertEquals(.596, Thresholds.sureEstimate(.5, 1024), .0005);
    assertEquals(1, Thresholds.sureEstimate(.982, 1024), 0);
    assertEquals(Double.POSITIVE_INFINITY, Thresholds.sureEstimate(.983, 1024), 0);
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
        sure += estimate >= Thresholds.sureEstimate(min, 1024) ? 1 : 0;
      }
      assertEquals(union + " elements", 0, sure);
      assertTrue(union + " elements: " + above, above > pairs / 4);
    }
  }
}
