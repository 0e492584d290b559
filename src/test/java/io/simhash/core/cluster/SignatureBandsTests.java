package io.simhash.core.cluster;

import io.simhash.core.Binomial;
import java.util.OptionalInt;
import org.elasticsearch.test.ESTestCase;

public class SignatureBandsTests extends ESTestCase {

  public void testBandsOfADefaultSignature() {
    assertEquals(OptionalInt.of(4), SignatureBands.rows(384, .53));
    SignatureBands bands = new SignatureBands(384, 4);
    assertEquals(96, bands.bands());
    assertEquals(.9997, bands.recall(.53), .00005);
    assertEquals(1, bands.recall(1), 0);
  }

  /** Fewer components or a smaller similarity need shorter bands. */
  public void testRows() {
    assertEquals(OptionalInt.of(3), SignatureBands.rows(384, .40));
    assertEquals(OptionalInt.of(2), SignatureBands.rows(128, .53));
    assertEquals(OptionalInt.of(1), SignatureBands.rows(384, .03));
    assertEquals(OptionalInt.empty(), SignatureBands.rows(384, .01));
    assertEquals(OptionalInt.of(1), SignatureBands.rows(1, 1));
  }

  public void testBand() {
    byte[] bytes = {9, 9, 9, (byte) 0xFF, 1, 2, 3, 4, 5, 6, 7, 8};
    SignatureBands bands = new SignatureBands(9, 4);
    assertEquals(0xFF010203, bands.band(bytes, 3, 0));
    assertEquals(0x04050607, bands.band(bytes, 3, 1));
    assertEquals(0xFF01, new SignatureBands(9, 2).band(bytes, 3, 0));
  }

  /** Pairs of random components with a chance of being equal, counted. */
  public void testRecallOfRandomPairs() {
    SignatureBands bands = new SignatureBands(32, 4);
    double similarity = .6;
    int trials = 20_000;
    int found = 0;
    for (int trial = 0; trial < trials; trial++) {
      byte[] a = new byte[32];
      byte[] b = new byte[32];
      random().nextBytes(a);
      for (int i = 0; i < 32; i++) {
        b[i] = random().nextDouble() < similarity ? a[i] : (byte) random().nextInt();
      }
      boolean agrees = false;
      for (int band = 0; band < bands.bands(); band++) {
        agrees |= bands.band(a, 0, band) == bands.band(b, 0, band);
      }
      found += agrees ? 1 : 0;
    }
    Binomial.assertPlausible("pairs in a band", found, trials, bands.recall(similarity));
  }
}
