package io.simhash.core.base;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.junit.function.ThrowingRunnable;

public class RangesTests {

  private static void assertRefused(String sentence, ThrowingRunnable code) {
    Exception e = assertThrows(IllegalArgumentException.class, code);
    assertEquals(sentence, e.getMessage());
  }

  @Test
  public void testIntegers() {
    assertEquals(2, Ranges.require("a", 2, 2, 4));
    assertEquals(4, Ranges.require("a", 4, 2, 4));
    assertRefused("[a] must be in [2, 4] but was [1]", () -> Ranges.require("a", 1, 2, 4));
    assertRefused("[a] must be in [2, 4] but was [5]", () -> Ranges.require("a", 5, 2, 4));
    assertEquals(Integer.MAX_VALUE, Ranges.require("a", Integer.MAX_VALUE, 2, Integer.MAX_VALUE));
    assertRefused(
        "[a] must be at least [2] but was [1]", () -> Ranges.require("a", 1, 2, Integer.MAX_VALUE));
  }

  @Test
  public void testNumbers() {
    assertEquals(0, Ranges.require("a", 0.0, 0, 3), 0);
    assertEquals(3, Ranges.require("a", 3.0, 0, 3), 0);
    assertRefused("[a] must be in [0, 3] but was [-0.1]", () -> Ranges.require("a", -.1, 0, 3));
    assertRefused("[a] must be in [0, 3] but was [3.1]", () -> Ranges.require("a", 3.1, 0, 3));
    assertRefused(
        "[a] must be in [0, 1] but was [NaN]", () -> Ranges.requireFraction("a", Double.NaN));
    assertEquals(.5, Ranges.requireFraction("a", .5), 0);
  }

  @Test
  public void testFactors() {
    assertEquals(Double.MIN_VALUE, Ranges.requireFactor("a", Double.MIN_VALUE), 0);
    assertEquals(1000, Ranges.requireFactor("a", 1000), 0);
    for (double wrong : new double[] {0, -1, 1000.1, Double.NaN}) {
      assertRefused(
          "[a] must hold factors above 0 and at most 1000 but was [" + wrong + "]",
          () -> Ranges.requireFactor("a", wrong));
    }
  }
}
