package io.simhash.core.simhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class DistanceScoreTests {

  @Test
  public void testOneAtTheSameFingerprintAndNeverRising() {
    for (DistanceScore score : DistanceScore.values()) {
      assertEquals(1, score.of(0), 0);
      for (int distance = 1; distance <= 64; distance++) {
        assertTrue(score.of(distance) >= 0);
        assertTrue(score.of(distance) <= score.of(distance - 1));
      }
    }
  }

  @Test
  public void testReciprocal() {
    assertEquals(0.5, DistanceScore.RECIPROCAL.of(1), 0);
    assertEquals(1.0 / 3, DistanceScore.RECIPROCAL.of(2), 0);
    assertEquals(0.25, DistanceScore.RECIPROCAL.of(3), 0);
    assertEquals(1.0 / 65, DistanceScore.RECIPROCAL.of(64), 0);
  }

  /** Where there is no similarity, neighbours score by their distance. */
  @Test
  public void testSimilarityWithoutSignatures() {
    for (int distance = 0; distance <= 64; distance++) {
      assertEquals(DistanceScore.RECIPROCAL.of(distance), DistanceScore.SIMILARITY.of(distance), 0);
    }
  }

  @Test
  public void testLinear() {
    assertEquals(63.0 / 64, DistanceScore.LINEAR.of(1), 0);
    assertEquals(0.5, DistanceScore.LINEAR.of(32), 0);
    assertEquals(0, DistanceScore.LINEAR.of(64), 0);
  }

  @Test
  public void testCosine() {
    assertEquals(StrictMath.sqrt(0.5), DistanceScore.COSINE.of(16), 1e-15);
    assertEquals(StrictMath.cos(StrictMath.PI / 64), DistanceScore.COSINE.of(1), 0);
    assertTrue(DistanceScore.COSINE.of(31) > 0);
    assertEquals(0, DistanceScore.COSINE.of(32), 1e-15);
    assertEquals(0, DistanceScore.COSINE.of(33), 0);
    assertEquals(0, DistanceScore.COSINE.of(64), 0);
  }
}
