package io.simhash.core.near;

import static io.simhash.core.near.NearRule.NO_SIMILARITY;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

public class NearRuleTests {

  private static final NearRule DEFAULT = NearRule.of(null, null, false);

  /** The rule of every combination of typed options. */
  @Test
  public void testRuleOfTypedOptions() {
    assertEquals(new NearRule(24, .53, 12), NearRule.of(null, null, false));
    assertEquals(new NearRule(24, .40, 12), NearRule.of(null, null, true));
    for (boolean confirmed : new boolean[] {false, true}) {
      assertEquals(new NearRule(7, 0, 7), NearRule.of(7, null, confirmed));
      assertEquals(new NearRule(0, 0, 0), NearRule.of(0, null, confirmed));
      assertEquals(new NearRule(64, 0, 64), NearRule.of(64, null, confirmed));
      assertEquals(new NearRule(24, .7, -1), NearRule.of(null, .7, confirmed));
      assertEquals(new NearRule(24, 0, -1), NearRule.of(null, 0.0, confirmed));
      assertEquals(new NearRule(7, .7, -1), NearRule.of(7, .7, confirmed));
      assertEquals(new NearRule(0, 1, -1), NearRule.of(0, 1.0, confirmed));
    }
    assertEquals(new NearRule(7, 0, 7), NearRule.ofDistance(7));
  }

  /**
   * A lower exact minimum lowers the similarity too; prefixes must pass only what can reach the
   * exact minimum; a distance alone stays as it is.
   */
  @Test
  public void testToConfirm() {
    NearRule confirmed = NearRule.of(null, null, true);
    assertEquals(new NearRule(24, .40, 12, .50), confirmed.toConfirm(1));
    assertEquals(new NearRule(24, .40, 12, .50), confirmed.toConfirm(.5));
    assertEquals(new NearRule(24, .3 - .1, 12, .3), confirmed.toConfirm(.3));
    assertEquals(new NearRule(24, 0, 12, .1), confirmed.toConfirm(.1));
    assertEquals(new NearRule(24, 0, 12, 0), confirmed.toConfirm(0));
    assertEquals(NearRule.ofDistance(7), NearRule.ofDistance(7).toConfirm(.9));
  }

  /** By default both bounds are inclusive; without a similarity the distance is smaller. */
  @Test
  public void testDefault() {
    assertHolds(DEFAULT, 24, .53);
    assertHolds(DEFAULT, 0, .53);
    assertHolds(DEFAULT, 24, 1);
    assertHolds(DEFAULT, 12, NO_SIMILARITY);
    assertHolds(DEFAULT, 0, NO_SIMILARITY);
    assertFails(DEFAULT, 25, 1, "Hamming distance 25 is above max_distance 24");
    assertFails(DEFAULT, 0, .529, "similarity 0.529 is below min_similarity 0.53");
    assertFails(DEFAULT, 24, 0, "similarity 0.0 is below min_similarity 0.53");
    assertFails(
        DEFAULT,
        13,
        NO_SIMILARITY,
        "Hamming distance 13 is above 12, the maximum where there is no signature to compare");
    assertTrue(DEFAULT.usesSignatures());
    assertEquals(Optional.of(NearRule.ofDistance(12)), DEFAULT.alone());
  }

  @Test
  public void testMaxDistanceAlone() {
    NearRule rule = NearRule.of(5, null, false);
    for (double similarity : new double[] {NO_SIMILARITY, 0, .5, 1}) {
      assertHolds(rule, 5, similarity);
      assertFails(rule, 6, similarity, "Hamming distance 6 is above max_distance 5");
    }
    assertFalse(rule.usesSignatures());
    assertEquals(Optional.of(rule), rule.alone());
  }

  @Test
  public void testMinSimilarityNeedsASignature() {
    NearRule rule = NearRule.of(null, .7, false);
    assertHolds(rule, 24, .7);
    assertFails(
        rule, 24, Math.nextDown(.7), "similarity 0.6999999999999998 is below min_similarity 0.7");
    assertFails(rule, 25, .7, "Hamming distance 25 is above max_distance 24");
    assertFails(rule, 0, NO_SIMILARITY, "min_similarity 0.7 needs a signature");
    assertFails(rule, 64, NO_SIMILARITY, "min_similarity 0.7 needs a signature");
    assertTrue(rule.usesSignatures());
    assertEquals(Optional.empty(), rule.alone());
    NearRule zero = NearRule.of(null, 0.0, false);
    assertHolds(zero, 24, 0);
    assertFails(zero, 0, NO_SIMILARITY, "min_similarity 0.0 needs a signature");
    assertTrue(zero.usesSignatures());
  }

  @Test
  public void testBothTyped() {
    NearRule rule = NearRule.of(3, .6, false);
    assertHolds(rule, 3, .6);
    assertFails(rule, 4, .6, "Hamming distance 4 is above max_distance 3");
    assertFails(rule, 3, .59, "similarity 0.59 is below min_similarity 0.6");
    assertFails(rule, 3, NO_SIMILARITY, "min_similarity 0.6 needs a signature");
  }

  /** A document with the same fingerprint, and the same signature or none, is never missing. */
  @Test
  public void testTheIdenticalDocumentHoldsByDefault() {
    for (boolean confirmed : new boolean[] {false, true}) {
      NearRule rule = NearRule.of(null, null, confirmed);
      assertHolds(rule, 0, 1);
      assertHolds(rule, 0, NO_SIMILARITY);
    }
  }

  /** The rule alone is the rule where no similarity is known. */
  @Test
  public void testAloneIsTheRuleWithoutSimilarity() {
    NearRule equalOnly = new NearRule(9, .5, 0);
    assertFails(
        equalOnly,
        1,
        NO_SIMILARITY,
        "Hamming distance 1 is above 0, the maximum where there is no signature to compare");
    for (NearRule rule :
        List.of(DEFAULT, equalOnly, NearRule.ofDistance(9), NearRule.of(9, .5, false))) {
      for (int distance = 0; distance <= 64; distance++) {
        boolean alone =
            rule.alone().isPresent() && rule.alone().get().holds(distance, NO_SIMILARITY);
        assertEquals(rule + " at " + distance, rule.holds(distance, NO_SIMILARITY), alone);
      }
    }
  }

  private static void assertHolds(NearRule rule, int distance, double similarity) {
    assertTrue(rule + " " + distance + " " + similarity, rule.holds(distance, similarity));
  }

  private static void assertFails(NearRule rule, int distance, double similarity, String reason) {
    assertFalse(rule + " " + distance + " " + similarity, rule.holds(distance, similarity));
    assertEquals(reason, rule.reason(distance, similarity));
  }

  @Test
  public void testRefusals() {
    assertRefused(
        "[max_distance] must be in [0, 64] but was [65]", () -> NearRule.of(65, null, false));
    assertRefused(
        "[max_distance] must be in [0, 64] but was [-1]", () -> NearRule.of(-1, .5, false));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [1.1]", () -> NearRule.of(null, 1.1, false));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [NaN]",
        () -> NearRule.of(3, Double.NaN, false));
    assertRefused(
        "the maximum distance alone must be in [-1, 24] but was [25]",
        () -> new NearRule(24, .5, 25));
    assertRefused(
        "the maximum distance alone must be in [-1, 24] but was [-2]",
        () -> new NearRule(24, .5, -2));
    assertRefused(
        "the similarity of prefixes must be in [0.5, 1] but was [0.4]",
        () -> new NearRule(24, .5, 12, .4));
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    Exception e = assertThrows(IllegalArgumentException.class, action);
    assertEquals(sentence, e.getMessage());
  }

  /** Rules are part of queries, which are keys of caches. */
  @Test
  public void testEqualityAndText() {
    NearRule zero = new NearRule(24, 0.0, 12);
    assertEquals(zero, new NearRule(24, -0.0, 12));
    assertEquals(zero.hashCode(), new NearRule(24, -0.0, 12).hashCode());
    assertNotEquals(zero, new NearRule(23, 0, 12));
    assertNotEquals(zero, new NearRule(24, .1, 12));
    assertNotEquals(zero, new NearRule(24, 0, 11));
    assertEquals("24,J>=0.53|12", DEFAULT.toString());
    assertEquals("24,J>=0.7|-1", NearRule.of(null, .7, false).toString());
    assertEquals("3", NearRule.ofDistance(3).toString());
  }

  /** The Javadoc's 0.23 in a million: Σ C(64, i) / 2^64 for i = 0 to 12. */
  @Test
  public void testUnrelatedFingerprintsWithinTheDefaultDistance() {
    BigInteger choices = BigInteger.ONE;
    BigInteger sum = BigInteger.ONE;
    for (int i = 1; i <= NearRule.DEFAULT_MAX_DISTANCE_ALONE; i++) {
      choices = choices.multiply(BigInteger.valueOf(65 - i)).divide(BigInteger.valueOf(i));
      sum = sum.add(choices);
    }
    assertEquals(0.23e-6, sum.doubleValue() / Math.pow(2, 64), 0.005e-6);
  }
}
