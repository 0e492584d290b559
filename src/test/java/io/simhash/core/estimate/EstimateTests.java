package io.simhash.core.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.Binomial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/** How often intervals cover the truth: computed for all small cases, counted for large ones. */
public class EstimateTests {

  private static final double LEVEL = 0.95;

  /** Samples drawn from each population. */
  private static final int DRAWS = 2_000;

  /** Every population of up to 40 documents, and every sample of it: no simulation. */
  @Test
  public void testSharesOfSmallPopulations() {
    for (int documents = 1; documents <= 40; documents++) {
      for (int sample = 1; sample <= documents; sample++) {
        Estimate[] of = new Estimate[sample + 1];
        for (int found = 0; found <= sample; found++) {
          of[found] = Estimate.ofShare(found, sample, documents);
          assertTrue(of[found].lower() <= of[found].share());
          assertTrue(of[found].share() <= of[found].upper());
        }
        for (int with = 0; with <= documents; with++) {
          double truth = (double) with / documents;
          double covered = 0;
          for (int found = 0; found <= sample; found++) {
            if (of[found].lower() <= truth && truth <= of[found].upper()) {
              covered += probability(found, sample, with, documents);
            }
          }
          assertTrue(
              covered + " with " + with + " of " + documents + ", sample " + sample,
              covered >= LEVEL - 1e-9);
        }
      }
    }
  }

  private static double probability(int found, int sample, int with, int documents) {
    return new BigDecimal(choose(with, found).multiply(choose(documents - with, sample - found)))
        .divide(new BigDecimal(choose(documents, sample)), MathContext.DECIMAL64)
        .doubleValue();
  }

  private static BigInteger choose(int n, int k) {
    if (k < 0 || k > n) {
      return BigInteger.ZERO;
    }
    BigInteger product = BigInteger.ONE;
    for (int i = 0; i < k; i++) {
      product = product.multiply(BigInteger.valueOf(n - i)).divide(BigInteger.valueOf(i + 1));
    }
    return product;
  }

  /** Of a large population it is the interval of Clopper and Pearson. */
  @Test
  public void testSharesOfALargePopulation() {
    long documents = 1_000_000_000;
    Estimate none = Estimate.ofShare(0, 1_000, documents);
    assertEquals(0, none.lower(), 0);
    assertEquals(1 - Math.pow(0.025, 1e-3), none.upper(), 1e-6);
    Estimate all = Estimate.ofShare(1_000, 1_000, documents);
    assertEquals(Math.pow(0.025, 1e-3), all.lower(), 1e-6);
    assertEquals(1, all.upper(), 0);
    Estimate few = Estimate.ofShare(10, 100, documents);
    assertEquals(0.0490047, few.lower(), 1e-6);
    assertEquals(0.1762226, few.upper(), 1e-6);
  }

  /** With the whole population there is nothing to estimate. */
  @Test
  public void testAllDocuments() {
    assertEquals(new Estimate(0.25, 0.25, 0.25), Estimate.ofShare(2, 8, 8));
    long[] neighbours = {2, 0, 1, 2, 1, 2};
    assertEquals(new Estimate(5 / 6., 5 / 6., 5 / 6.), nearDuplicates(neighbours, 6));
    Estimate stories = Estimate.ofStories(neighbours, 6);
    assertEquals(3 / 6., stories.share(), 1e-15);
    assertEquals(stories.share(), stories.lower(), 0);
    assertEquals(stories.share(), stories.upper(), 0);
    assertEquals(new Estimate(0, 0, 0), nearDuplicates(new long[0], 0));
    assertEquals(new Estimate(0, 0, 0), Estimate.ofStories(new long[0], 0));
  }

  /** Each interval covers the truth in at least 95 % of the samples, but for chance. */
  @Test
  public void testCoverageOfSkewedPopulations() {
    Map<String, long[]> populations = new LinkedHashMap<>();
    populations.put("one pair in 12,000", population(12_000, 2));
    populations.put("one pair in 900", population(900, 2));
    populations.put("one cluster of 5 %", population(10_000, 500));
    populations.put("one cluster of .1 %", population(12_000, 12));
    populations.put("one cluster of 95 %", population(5_000, 4_750));
    populations.put("30 % in pairs", population(10_000, repeated(1_500, 2)));
    populations.put("a few pairs and a cluster", population(8_000, 2, 2, 2, 2, 12));
    populations.put("releases", population(10_400, repeated(140, 3, 60, 1, 2, 7)));
    populations.put("powers of two", population(9_000, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024));
    Random random = new Random(26);
    populations.forEach(
        (name, neighbours) -> {
          for (int sample : new int[] {50, 300, 800}) {
            assertCovered(name + ", sample " + sample, neighbours, sample, random);
          }
        });
  }

  private static Estimate nearDuplicates(long[] neighbours, long documents) {
    int found = (int) Arrays.stream(neighbours).filter(each -> each > 0).count();
    return Estimate.ofShare(found, neighbours.length, documents);
  }

  private static int[] repeated(int times, int... sizes) {
    int[] all = new int[times * sizes.length];
    Arrays.setAll(all, i -> sizes[i % sizes.length]);
    return all;
  }

  /** The neighbours of documents in clusters of these sizes, and of others that have none. */
  private static long[] population(int documents, int... clusters) {
    long[] neighbours = new long[documents];
    int from = 0;
    for (int size : clusters) {
      Arrays.fill(neighbours, from, from + size, size - 1);
      from += size;
    }
    return neighbours;
  }

  private static void assertCovered(String name, long[] population, int sample, Random random) {
    long[] all = population.clone();
    Estimate duplicates = nearDuplicates(all, all.length);
    Estimate stories = Estimate.ofStories(all, all.length);
    int coveredDuplicates = 0;
    int coveredStories = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      for (int i = 0; i < sample; i++) {
        int other = i + random.nextInt(all.length - i);
        long drawn = all[other];
        all[other] = all[i];
        all[i] = drawn;
      }
      long[] drawn = Arrays.copyOf(all, sample);
      coveredDuplicates += covers(nearDuplicates(drawn, all.length), duplicates.share());
      coveredStories += covers(Estimate.ofStories(drawn, all.length), stories.share());
    }
    assertEnough(name + ", near-duplicates", coveredDuplicates);
    assertEnough(name + ", stories", coveredStories);
  }

  private static int covers(Estimate interval, double truth) {
    return interval.lower() <= truth + 1e-12 && truth - 1e-12 <= interval.upper() ? 1 : 0;
  }

  private static void assertEnough(String name, int covered) {
    assertTrue(
        name + ": [" + covered + "] of [" + DRAWS + "]",
        Binomial.atMost(covered, DRAWS, LEVEL) >= Binomial.LEAST_P_VALUE);
  }
}
