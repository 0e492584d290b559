package io.simhash.core.near;

import static io.simhash.core.near.NearRule.NO_DISTANCE;
import static io.simhash.core.near.NearRule.NO_SIMILARITY;

import io.simhash.core.Binomial;
import io.simhash.core.minhash.Signature;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class NearRuleTests extends LuceneTestCase {

  private static final NearRule DEFAULT = NearRule.of(null, null);
  private static final double[] SIMILARITIES = {
    NO_SIMILARITY, 0, .01, .39, .43, .44, .5, .509, .51, .7, .9, 1
  };

  /** The table of the options, one after the other: signatures, short texts, distances. */
  private static boolean expected(
      Integer maxDistance, Double minSimilarity, double byDefault, int distance, double s) {
    double min = minSimilarity == null ? byDefault : minSimilarity;
    boolean compared = min > 0 && s != NO_SIMILARITY;
    if (compared && s < min) {
      return false;
    }
    if (distance == NO_DISTANCE) {
      return compared;
    }
    if (maxDistance != null) {
      return distance <= maxDistance;
    }
    return distance <= (compared ? 24 : 12);
  }

  /** Every combination of options set and not set, every distance, and none. */
  public void testTheTableOfOptions() {
    for (Integer maxDistance : Arrays.asList(null, 0, 3, 11, 12, 24, 40, 64)) {
      for (Double minSimilarity : Arrays.asList(null, 0.0, .01, .4, .44, .51, .7, 1.0)) {
        NearRule rule = NearRule.of(maxDistance, minSimilarity);
        NearRule toConfirm = NearRule.toConfirm(maxDistance, minSimilarity, .5);
        for (int distance = NO_DISTANCE; distance <= 64; distance++) {
          for (double s : SIMILARITIES) {
            String what = maxDistance + ", " + minSimilarity + " at " + distance + ", " + s;
            assertEquals(
                what,
                expected(maxDistance, minSimilarity, .51, distance, s),
                rule.holds(distance, s));
            assertEquals(
                "confirm " + what,
                expected(maxDistance, minSimilarity, .44, distance, s),
                toConfirm.holds(distance, s));
          }
        }
      }
    }
  }

  public void testDefaults() {
    assertEquals(new NearRule(24, 12, .51), DEFAULT);
    assertEquals(new NearRule(24, 12, .44), NearRule.toConfirm(null, null, .5));
    assertEquals(new NearRule(7, 7, .51), NearRule.of(7, null));
    assertEquals(new NearRule(24, 12, .7), NearRule.of(null, .7));
    assertEquals(new NearRule(7, 7, .7), NearRule.of(7, .7));
    assertEquals(new NearRule(7, 7, 0), NearRule.of(7, 0.0));
    assertEquals(NearRule.ofDistance(12), NearRule.of(null, 0.0));
    assertEquals(NearRule.ofDistance(12), NearRule.of(null, -0.0));
  }

  /** For documents whose signatures can be compared, to set an option to its default is nothing. */
  public void testAnOptionThatIsSetToItsDefaultChangesNothing() {
    List<NearRule> rules = List.of(NearRule.of(24, null), NearRule.of(24, .51));
    List<NearRule> confirmed =
        List.of(NearRule.toConfirm(24, null, .5), NearRule.toConfirm(24, .44, .5));
    for (int distance = NO_DISTANCE; distance <= 64; distance++) {
      for (double s : SIMILARITIES) {
        if (s != NO_SIMILARITY) {
          for (NearRule rule : rules) {
            assertEquals(DEFAULT.holds(distance, s), rule.holds(distance, s));
          }
          for (NearRule rule : confirmed) {
            boolean expected = NearRule.toConfirm(null, null, .5).holds(distance, s);
            assertEquals(expected, rule.holds(distance, s));
          }
        }
      }
    }
    assertEquals("of all documents", DEFAULT, NearRule.of(null, .51));
    assertEquals(NearRule.toConfirm(null, null, .5), NearRule.toConfirm(null, .44, .5));
  }

  /** A lower exact minimum lowers the similarity too; a higher one does not raise it. */
  public void testToConfirm() {
    assertEquals(new NearRule(24, 12, .44), NearRule.toConfirm(null, null, 1));
    assertEquals(new NearRule(24, 12, .44), NearRule.toConfirm(null, null, .5));
    assertEquals(new NearRule(24, 12, .3 - .06), NearRule.toConfirm(null, null, .3));
    assertEquals(new NearRule(5, 5, .3 - .06), NearRule.toConfirm(5, null, .3));
    assertEquals(new NearRule(24, 12, .7), NearRule.toConfirm(null, .7, .3));
    assertEquals(new NearRule(9, 9, .7), NearRule.toConfirm(9, .7, .9));
    assertTrue("by bands", NearRule.toConfirm(null, null, .5).usesBands());
    assertFalse(NearRule.toConfirm(null, null, Math.nextDown(.5)).usesBands());
    assertEquals(NearRule.ofDistance(24), NearRule.toConfirm(null, null, .06));
    assertEquals(NearRule.ofDistance(24), NearRule.toConfirm(null, null, 0));
    assertEquals(NearRule.ofDistance(7), NearRule.toConfirm(7, null, 0));
    assertEquals(NearRule.ofDistance(12), NearRule.toConfirm(null, 0.0, .5));
  }

  public void testReasons() {
    assertReason(DEFAULT, 25, 1, "Hamming distance 25 is above max_distance 24");
    assertReason(DEFAULT, 0, .509, "similarity 0.509 is below min_similarity 0.51");
    assertReason(DEFAULT, NO_DISTANCE, .5, "similarity 0.5 is below min_similarity 0.51");
    assertReason(DEFAULT, 64, 0, "similarity 0.0 is below min_similarity 0.51");
    assertReason(
        DEFAULT,
        13,
        NO_SIMILARITY,
        "Hamming distance 13 is above max_distance 12, without a signature to compare");
    assertReason(
        DEFAULT,
        NO_DISTANCE,
        NO_SIMILARITY,
        "there is neither a distance nor a similarity: one of the two has no fingerprint");
    NearRule alone = NearRule.ofDistance(3);
    assertReason(alone, 4, NO_SIMILARITY, "Hamming distance 4 is above max_distance 3");
    assertReason(alone, 4, 1, "Hamming distance 4 is above max_distance 3");
    assertEquals("no indexed band is shared", DEFAULT.reason(24, .51));
    assertEquals("no indexed band is shared", DEFAULT.reason(NO_DISTANCE, .51));
  }

  private static void assertReason(NearRule rule, int distance, double similarity, String reason) {
    assertFalse(rule + " " + distance + " " + similarity, rule.holds(distance, similarity));
    assertEquals(reason, rule.reason(distance, similarity));
  }

  /** The identical document is never missing, if the rule can hold at all. */
  public void testTheIdenticalDocument() {
    for (int times = 0; times < 200; times++) {
      NearValue value = RandomValues.of(random());
      for (NearRule rule : RandomValues.RULES) {
        boolean decidable = value.fingerprint().isPresent() || rule.usesSignatures();
        assertEquals(rule + " of " + value, decidable, rule.holds(value, value));
      }
    }
  }

  /** From .44 on, signatures that are similar but share no indexed band are no neighbours. */
  public void testSharingABandIsAPartOfTheRule() {
    // No random numbers: by chance a band is shared by one pair in 2,048.
    long[] minima = LongStream.range(0, 1024).toArray();
    NearValue value = new NearValue(0, Optional.of(RandomValues.DEFAULT.signature(minima)));
    Signature other = RandomValues.withOtherBands(minima);
    NearValue same = new NearValue(0, Optional.of(other));
    NearValue tooShort = new NearValue(OptionalLong.empty(), Optional.of(other));
    assertEquals(0, value.sharedBands(same));
    for (NearValue one : List.of(same, tooShort)) {
      assertEquals(1, value.similarity(one), 0);
      assertFalse(DEFAULT.holds(value, one));
      assertFalse(NearRule.of(64, .44).holds(value, one));
      assertFalse(NearRule.of(null, 1.0).holds(value, one));
      assertTrue(NearRule.of(null, Math.nextDown(.44)).holds(value, one));
      assertTrue(NearRule.of(null, .01).holds(value, one));
    }
    assertTrue(NearRule.ofDistance(0).holds(value, same));
    // The last of the indexed bands is enough, the first one behind them is not.
    for (int band : new int[] {31, 32}) {
      long[] one = minima.clone();
      for (int i = 0; i < one.length; i++) {
        one[i] ^= i / 2 == band ? 0 : 4;
      }
      NearValue shares = new NearValue(0, Optional.of(RandomValues.DEFAULT.signature(one)));
      assertEquals(band == 31 ? 1 : 0, value.sharedBands(shares));
      assertEquals(band == 31, DEFAULT.holds(value, shares));
    }
  }

  /** The rule excludes (1 - J²)^32 of the pairs of a similarity, less what agrees by chance. */
  public void testTheShareOfPairsWithoutABand() {
    double similarity = .3;
    int pairs = 2000;
    int excluded = 0;
    for (int pair = 0; pair < pairs; pair++) {
      long[] a = random().longs(1024).toArray();
      long[] b = new long[1024];
      Arrays.setAll(b, i -> random().nextDouble() < similarity ? a[i] : random().nextLong());
      Signature one = RandomValues.DEFAULT.signature(a);
      excluded += one.sharedBands(RandomValues.DEFAULT.signature(b)) == 0 ? 1 : 0;
    }
    double different = (1 - similarity * similarity) * (1 - 0x1p-16);
    Binomial.assertPlausible("no band", excluded, pairs, Math.pow(different, 32));
  }

  /** Where one of two has no fingerprint the similarity decides alone. */
  public void testShortTexts() {
    long[] minima = random().longs(1024).toArray();
    Optional<Signature> signature = Optional.of(RandomValues.DEFAULT.signature(minima));
    NearValue tooShort = new NearValue(OptionalLong.empty(), signature);
    NearValue signed = new NearValue(-1, signature);
    NearValue unsigned = new NearValue(-1, Optional.empty());
    for (NearRule rule : List.of(DEFAULT, NearRule.of(0, .9), NearRule.of(null, .1))) {
      assertTrue(rule.holds(tooShort, tooShort));
      assertTrue(rule.holds(tooShort, signed));
      assertTrue(rule.holds(signed, tooShort));
      assertFalse(rule.holds(tooShort, unsigned));
      assertFalse(rule.holds(unsigned, tooShort));
    }
    NearRule alone = NearRule.ofDistance(64);
    assertFalse(alone.holds(tooShort, tooShort));
    assertFalse(alone.holds(tooShort, signed));
    assertTrue(alone.holds(signed, unsigned));
    assertEquals(NO_DISTANCE, tooShort.distance(signed));
    NearRule byDefault = NearRule.of(null, null);
    assertEquals(1, byDefault.score(tooShort, signed), 0);
    assertEquals(0, byDefault.score(tooShort, unsigned), 0);
    assertEquals(0, alone.score(tooShort, signed), 0);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new NearValue(OptionalLong.empty(), Optional.empty()));
    assertEquals("a value must have a fingerprint or a signature but had neither", e.getMessage());
  }

  /** On values: the rule of distance and similarity, and a band; the same in both directions. */
  public void testValues() {
    int neighbours = 0;
    for (int times = 0; times < 2000; times++) {
      NearValue a = RandomValues.of(random());
      NearValue b = RandomValues.of(random());
      for (NearRule rule : RandomValues.RULES) {
        double similarity = a.similarity(b);
        boolean expected = rule.holds(a.distance(b), similarity);
        if (rule.minSimilarity() >= .44 && similarity != NO_SIMILARITY) {
          expected &= a.sharedBands(b) >= 1;
        }
        assertEquals(expected, rule.holds(a, b));
        assertEquals(expected, rule.holds(b, a));
        neighbours += expected ? 1 : 0;
        assertEquals(rule.score(a, b), rule.score(b, a), 0);
      }
      assertEquals(a.distance(b), b.distance(a));
      assertEquals(a.similarity(b), b.similarity(a), 0);
    }
    assertTrue("neighbours", neighbours > 1000);
  }

  public void testRefusals() {
    assertRefused("[max_distance] must be in [0, 64] but was [65]", () -> NearRule.of(65, null));
    assertRefused("[max_distance] must be in [0, 64] but was [-1]", () -> NearRule.of(-1, .5));
    assertRefused("[max_distance] must be in [0, 64] but was [65]", () -> NearRule.of(65, 0.0));
    assertRefused("[max_distance] must be in [0, 64] but was [-1]", () -> new NearRule(24, -1, .5));
    assertRefused("[min_similarity] must be in [0, 1] but was [1.1]", () -> NearRule.of(null, 1.1));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [-0.1]", () -> NearRule.of(null, -.1));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [NaN]", () -> NearRule.of(3, Double.NaN));
    assertRefused(
        "without signatures the maximum distances must be equal but were [24] and [12]",
        () -> new NearRule(24, 12, 0));
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  /** Rules are part of queries, which are keys of caches. */
  public void testEqualityAndText() {
    NearRule zero = new NearRule(12, 12, 0.0);
    assertEquals(zero, new NearRule(12, 12, -0.0));
    assertEquals(zero.hashCode(), new NearRule(12, 12, -0.0).hashCode());
    assertNotEquals(DEFAULT, new NearRule(23, 12, .51));
    assertNotEquals(DEFAULT, new NearRule(24, 11, .51));
    assertNotEquals(DEFAULT, new NearRule(24, 12, .53));
    assertEquals("24,J>=0.51|12", DEFAULT.toString());
    assertEquals("3,J>=0.7|3", NearRule.of(3, .7).toString());
    assertEquals("3", NearRule.ofDistance(3).toString());
  }

  public void testWhatARuleUses() {
    assertTrue(DEFAULT.usesSignatures() && DEFAULT.usesBands());
    assertTrue(NearRule.of(null, .44).usesBands());
    NearRule low = NearRule.of(null, Math.nextDown(.44));
    assertTrue(low.usesSignatures());
    assertFalse(low.usesBands());
    assertFalse(NearRule.ofDistance(64).usesSignatures());
    assertFalse(NearRule.ofDistance(64).usesBands());
  }

  /** The Javadoc's 0.23 in a million: Σ C(64, i) / 2^64 for i = 0 to 12. */
  public void testUnrelatedFingerprintsWithinTheDefaultDistance() {
    BigInteger choices = BigInteger.ONE;
    BigInteger sum = BigInteger.ONE;
    for (int i = 1; i <= NearRule.DEFAULT_MAX_DISTANCE_ALONE; i++) {
      choices = choices.multiply(BigInteger.valueOf(65 - i)).divide(BigInteger.valueOf(i));
      sum = sum.add(choices);
    }
    assertEquals(0.23e-6, sum.doubleValue() / Math.pow(2, 64), 0.005e-6);
  }

  /** Three standard errors of the estimate at a similarity of .5. */
  public void testMaxError() {
    assertEquals(3 * Math.sqrt(.625 * .375 / 1024) / .75, NearRule.MAX_ERROR, .001);
  }
}
