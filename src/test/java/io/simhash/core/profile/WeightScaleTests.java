package io.simhash.core.profile;

import static org.junit.Assert.assertArrayEquals;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

public class WeightScaleTests {

  @Test
  public void testGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "levels")) {
      WeightScale scale = WeightScale.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      long[] levels = levels(scale, Integer.parseInt(row.get(1)), GoldenFile.longs(row.get(2)));
      assertArrayEquals(row.toString(), GoldenFile.longs(row.get(3)), levels);
    }
  }

  @Test
  public void testRankGivesEveryLevelItsShare() {
    long[] weights = {50, 10, 40, 30, 20, 100, 90, 80, 70, 60};
    long[] expected = {3, 1, 2, 2, 1, 5, 5, 4, 4, 3};
    assertArrayEquals(expected, levels(WeightScale.RANK, 5, weights));
  }

  @Test
  public void testRankOfTiesIsTheirMiddle() {
    assertArrayEquals(new long[] {3, 3, 3}, levels(WeightScale.RANK, 5, 7, 7, 7));
    assertArrayEquals(new long[] {2, 2, 5, 2}, levels(WeightScale.RANK, 5, 1, 1, 9, 1));
  }

  @Test
  public void testFewerFeaturesThanLevels() {
    assertArrayEquals(new long[] {2, 4}, levels(WeightScale.RANK, 5, 3, 8));
    assertArrayEquals(new long[] {1, 5}, levels(WeightScale.LINEAR, 5, 3, 8));
  }

  @Test
  public void testLinearBinsAreEquallyWide() {
    long[] expected = {1, 1, 2, 3, 5, 5, 5};
    assertArrayEquals(expected, levels(WeightScale.LINEAR, 5, 0, 19, 20, 59, 80, 99, 100));
    assertArrayEquals(new long[] {1, 1}, levels(WeightScale.LINEAR, 5, 7, 7));
  }

  @Test
  public void testNothingToScale() {
    for (WeightScale scale : WeightScale.values()) {
      assertArrayEquals(new long[0], levels(scale, 5));
    }
  }

  @Test
  public void testLargestWeightsAndMostLevelsDoNotOverflow() {
    for (WeightScale scale : WeightScale.values()) {
      assertArrayEquals(new long[] {1}, levels(scale, 1, 1L << 44));
    }
    long[] ends = levels(WeightScale.LINEAR, 1000, 1, 1L << 44);
    assertArrayEquals(new long[] {1, 1000}, ends);
  }

  private static long[] levels(WeightScale scale, int levels, long... weights) {
    long[] quantised = weights.clone();
    scale.quantise(quantised, levels);
    return Arrays.stream(quantised).map(weight -> Math.divideExact(weight, Weight.ONE)).toArray();
  }
}
