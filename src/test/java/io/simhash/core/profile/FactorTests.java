package io.simhash.core.profile;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** Term frequency, word length and weight levels. */
public class FactorTests {

  @Test
  public void testTfGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "tf")) {
      Tf tf = Tf.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      double factor = tf.factor(Integer.parseInt(row.get(1)));
      assertEquals(row.toString(), Long.parseLong(row.get(2)), Weight.of(factor));
    }
  }

  @Test
  public void testLengthGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "length")) {
      LengthFactor length = LengthFactor.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      int[] xs = row.subList(1, 4).stream().mapToInt(Integer::parseInt).toArray();
      double factor = length.factor(xs[0], xs[1], xs[2]);
      assertEquals(row.toString(), Long.parseLong(row.get(4)), Weight.of(factor));
    }
  }

  @Test
  public void testLevelsGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "levels")) {
      WeightScale scale = WeightScale.valueOf(row.get(0).toUpperCase(Locale.ROOT));
      long[] levels = levels(scale, Integer.parseInt(row.get(1)), GoldenFile.longs(row.get(2)));
      assertArrayEquals(row.toString(), GoldenFile.longs(row.get(3)), levels);
    }
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
