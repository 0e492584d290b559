package io.simhash.core.base;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.GoldenFile;
import java.util.List;
import org.junit.Test;

public class WeightTests {

  private static final double STEP = 0x1p-20;

  @Test
  public void testGolden() {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "weight")) {
      double weight = Double.parseDouble(row.get(0));
      assertEquals(row.get(0), Long.parseLong(row.get(1)), Weight.of(weight));
    }
  }

  @Test
  public void testRoundsHalvesToEven() {
    assertEquals(0, Weight.of(STEP / 2));
    assertEquals(1, Weight.of(Math.nextUp(STEP / 2)));
    assertEquals(2, Weight.of(1.5 * STEP));
    assertEquals(2, Weight.of(2.5 * STEP));
  }

  @Test
  public void testClamps() {
    assertEquals(0, Weight.of(-0.0));
    assertEquals(0, Weight.of(-1));
    assertEquals(0, Weight.of(Double.NEGATIVE_INFINITY));
    assertEquals(1L << 44, Weight.of(Weight.MAX));
    assertEquals(1L << 44, Weight.of(Math.nextUp(Weight.MAX)));
    assertEquals(1L << 44, Weight.of(Double.POSITIVE_INFINITY));
  }

  @Test
  public void testRefusesNaN() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> Weight.of(Double.NaN));
    assertEquals("a weight must be a number but was [NaN]", e.getMessage());
  }

  @Test
  public void testThereAndBack() {
    assertEquals(Weight.ONE, Weight.of(1));
    for (long weight : new long[] {0, 1, 2, 3, 12345, Weight.ONE, (1L << 44) - 1, 1L << 44}) {
      assertEquals(weight, Weight.of(Weight.toDouble(weight)));
    }
  }
}
