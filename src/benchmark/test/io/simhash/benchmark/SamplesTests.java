package io.simhash.benchmark;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.benchmark.Samples.Ratio;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** Medians, their ratio and the bootstrap interval. */
public class SamplesTests {

  private static Samples samples(long... values) {
    Samples samples = new Samples();
    for (int i = 0; i < values.length; i++) {
      samples.add(i, values[i]);
    }
    return samples;
  }

  @Test
  public void testMedian() {
    assertEquals(3, samples(5, 3, 1).sorted().median(), 0);
    assertEquals(2, samples(4, 1, 2, 3).sorted().median(), 0);
    assertTrue(Double.isNaN(samples().sorted().median()));
  }

  @Test
  public void testAWeightedMedianIsTheMedianOfRepeatedSamples() {
    Samples.Sorted sorted = samples(10, 20, 30).sorted();
    assertEquals(10, sorted.median(new int[] {3, 0, 0}), 0);
    assertEquals(20, sorted.median(new int[] {1, 1, 1}), 0);
    assertEquals(30, sorted.median(new int[] {0, 1, 2}), 0);
    assertTrue(Double.isNaN(sorted.median(new int[3])));
  }

  @Test
  public void testARatioOfConstantsHasNoWidth() {
    Ratio ratio = samples(6, 6, 6, 6).dividedBy(samples(2, 2, 2, 2), 4, 1);
    assertEquals(new Ratio(3, 3, 3), ratio);
  }

  /** A slow time of the machine hits both rows of its round, so the interval stays narrow. */
  @Test
  public void testNoiseOfWholeRoundsDoesNotWidenTheInterval() {
    Samples fast = new Samples();
    Samples slow = new Samples();
    Random random = new Random(5);
    for (int round = 0; round < 40; round++) {
      long noise = 1000 + random.nextInt(1000);
      for (int i = 0; i < 20; i++) {
        fast.add(round, noise);
        slow.add(round, 2 * noise);
      }
    }
    Ratio ratio = slow.dividedBy(fast, 40, 1);
    assertEquals(2, ratio.value(), 0);
    assertEquals(2, ratio.low(), 0);
    assertEquals(2, ratio.high(), 0);
  }

  /**
   * Of 200 intervals of 95 % the number that miss the true ratio is about binomial with mean 10 and
   * standard deviation 3.1. A percentile bootstrap of medians misses a little more often: 25 is
   * allowed.
   */
  @Test
  public void testTheIntervalCoversTheTrueRatio() {
    Random random = new Random(11);
    int missed = 0;
    for (int run = 0; run < 200; run++) {
      Samples above = new Samples();
      Samples below = new Samples();
      for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 10; i++) {
          above.add(round, (long) (3e6 * Math.exp(random.nextGaussian() * .3)));
          below.add(round, (long) (2e6 * Math.exp(random.nextGaussian() * .3)));
        }
      }
      Ratio ratio = above.dividedBy(below, 30, run);
      assertTrue(ratio.low() <= ratio.value() && ratio.value() <= ratio.high());
      missed += ratio.low() > 1.5 || ratio.high() < 1.5 ? 1 : 0;
    }
    assertTrue("missed " + missed, missed <= 25);
  }

  @Test
  public void testPercentiles() {
    Samples samples = new Samples();
    for (int i = 200; i > 0; i--) {
      samples.add(0, i);
    }
    assertEquals(100, samples.sorted().percentile(50), 0);
    assertEquals(198, samples.sorted().percentile(99), 0);
    assertEquals(200, samples.sorted().percentile(100), 0);
  }

  @Test
  public void testTextsUpToANumberOfCharacters() {
    List<String> texts = List.of("ab", "cd", "ef");
    assertEquals(1, Ingest.first(texts, 2).size());
    assertEquals(2, Ingest.first(texts, 3).size());
    assertEquals(3, Ingest.first(texts, 100).size());
  }

  @Test
  public void testMedianOfRounds() {
    assertEquals(2, Ingest.median(new double[] {3, 1, 2}), 0);
    assertEquals(2.5, Ingest.median(new double[] {4, 1, 2, 3}), 0);
  }
}
