package io.simhash.core.simhash;

import static org.junit.Assert.assertEquals;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Factors;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.Features;
import java.util.List;
import java.util.OptionalLong;
import org.junit.Test;

public class TextFingerprintTests {

  private static Feature feature(String text, long weight) {
    Factors factors = new Factors(1, 1, 1, 1, 1, 1, 1);
    return new Feature(text, "", 1, factors, 0, weight * Weight.ONE);
  }

  /** Weights 1 and 2: (1 + 2)² / (1 + 4) = 1.8; weights 1, 1 and 2: 16 / 6 = 2.666… */
  @Test
  public void testEffectiveFeaturesHaveTwoDecimals() {
    assertEquals(1.8, made(feature("a", 1), feature("b", 2)).effectiveFeatures(), 0);
    assertEquals(
        2.67, made(feature("a", 1), feature("b", 1), feature("c", 2)).effectiveFeatures(), 0);
  }

  @Test
  public void testMarginsAreShownMostSignificantFirst() {
    double[] shown = made(feature("a", 1)).marginsFromTheTop();
    assertEquals(64, shown.length);
    assertEquals(63, shown[0], 0);
    assertEquals(1, shown[62], 0);
    assertEquals(0, shown[63], 0);
  }

  /** Bit i has the margin i. */
  private static TextFingerprint made(Feature... features) {
    long[] margins = new long[64];
    for (int i = 0; i < 64; i++) {
      margins[i] = i * Weight.ONE;
    }
    return new TextFingerprint("id", new Features(List.of(features)), margins, OptionalLong.of(10));
  }

  @Test
  public void testHex() {
    assertEquals("000000000000000a", made().hex());
  }
}
