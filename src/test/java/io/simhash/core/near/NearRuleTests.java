package io.simhash.core.near;

import static io.simhash.core.near.NearRule.NO_DISTANCE;
import static io.simhash.core.near.NearRule.NO_SIMILARITY;

import io.simhash.core.Binomial;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
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
    return compared || distance <= 12;
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
    assertEquals(new NearRule(64, 12, .51), DEFAULT);
    assertEquals(new NearRule(7, 7, .51), NearRule.of(7, null));
    assertEquals(new NearRule(64, 12, .7), NearRule.of(null, .7));
    assertEquals(new NearRule(7, 7, .7), NearRule.of(7, .7));
    assertEquals(new NearRule(7, 7, 0), NearRule.of(7, 0.0));
    assertEquals(NearRule.ofDistance(12), NearRule.of(null, 0.0));
    assertEquals(NearRule.ofDistance(12), NearRule.of(null, -0.0));
    assertEquals(DEFAULT, NearRule.of(null, .51));
    assertEquals(NearRule.toConfirm(null, null, .5), NearRule.toConfirm(null, .44, .5));
  }

  /** A lower exact minimum lowers the similarity too; a higher one does not raise it. */
  public void testToConfirm() {
    assertEquals(new NearRule(64, 12, .44), NearRule.toConfirm(null, null, 1));
    assertEquals(new NearRule(64, 12, .44), NearRule.toConfirm(null, null, .5));
    assertEquals(new NearRule(64, 12, .3 - .06), NearRule.toConfirm(null, null, .3));
    assertEquals(new NearRule(5, 5, .3 - .06), NearRule.toConfirm(5, null, .3));
    assertEquals(new NearRule(64, 12, .7), NearRule.toConfirm(null, .7, .3));
    assertEquals(new NearRule(9, 9, .7), NearRule.toConfirm(9, .7, .9));
    assertTrue("by bands", NearRule.toConfirm(null, null, .5).usesBands());
    assertFalse(NearRule.toConfirm(null, null, Math.nextDown(.5)).usesBands());
    assertEquals(NearRule.ofDistance(24), NearRule.toConfirm(null, null, .06));
    assertEquals(NearRule.ofDistance(24), NearRule.toConfirm(null, null, 0));
    assertEquals(NearRule.ofDistance(7), NearRule.toConfirm(7, null, 0));
    assertEquals(NearRule.ofDistance(12), NearRule.toConfirm(null, 0.0, .5));
  }

  public void testReasons() {
    assertReason(NearRule.of(24, null), 25, 1, "Hamming distance 25 is above max_distance 24");
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
    String bands = "1 indexed bands are shared, fewer than 2";
    assertEquals(bands, DEFAULT.reason(24, .51, 1));
    assertEquals(bands, DEFAULT.reason(NO_DISTANCE, .51, 1));
  }

  private static void assertReason(NearRule rule, int distance, double similarity, String reason) {
    assertFalse(rule + " " + distance + " " + similarity, rule.holds(distance, similarity));
    assertEquals(reason, rule.reason(distance, similarity, 2));
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

  /** The value of some minima of which only some bands are as they were. */
  private static NearValue withBands(OptionalLong fingerprint, long[] minima, int... kept) {
    long[] others = minima.clone();
    for (int i = 0; i < others.length; i++) {
      int band = i / 2;
      others[i] ^= IntStream.of(kept).anyMatch(k -> k == band) ? 0 : 4;
    }
    return new NearValue(fingerprint, Optional.of(RandomValues.DEFAULT.signature(others)));
  }

  /** From .44 on, signatures that are similar but share fewer than two bands are no neighbours. */
  public void testSharingTwoBandsIsAPartOfTheRule() {
    // No random numbers: by chance a band is shared by one pair in 2,731.
    long[] minima = LongStream.range(0, 1024).toArray();
    NearValue value = new NearValue(0, Optional.of(RandomValues.DEFAULT.signature(minima)));
    OptionalLong far = OptionalLong.of(-1);
    for (OptionalLong fingerprint : List.of(far, OptionalLong.empty())) {
      for (int[] kept : new int[][] {{}, {0}, {23}, {23, 24}, {24, 63}}) {
        NearValue one = withBands(fingerprint, minima, kept);
        assertTrue(value.sharedBands(one) < 2);
        assertEquals(1, value.similarity(one), 0);
        assertFalse(DEFAULT.holds(value, one));
        assertFalse(NearRule.of(64, .44).holds(value, one));
        assertFalse(NearRule.of(null, 1.0).holds(value, one));
        assertTrue(NearRule.of(null, Math.nextDown(.44)).holds(value, one));
        assertTrue(NearRule.of(null, .01).holds(value, one));
        assertEquals(
            kept.length > 0 && kept[0] < 24, NearRule.ofSimilarity(.5, 1).holds(value, one));
      }
      for (int[] kept : new int[][] {{0, 1}, {0, 23}, {3, 7, 9}}) {
        NearValue one = withBands(fingerprint, minima, kept);
        assertEquals(kept.length, value.sharedBands(one));
        assertTrue(DEFAULT.holds(value, one));
        assertEquals(kept.length == 3, NearRule.ofSimilarity(.5, 3).holds(value, one));
      }
    }
    assertTrue(NearRule.ofDistance(64).holds(value, withBands(far, minima)));
  }

  /** A field may have signatures with one band: equal ones share it. */
  public void testSignaturesWithOneBand() {
    SignatureParameters one = new SignatureParameters(Optional.empty(), new Bands(64, 1, 2));
    NearValue value = new NearValue(OptionalLong.empty(), one.ofElements(new long[] {1, 2}));
    assertEquals(1, DEFAULT.minBands(one.bands()));
    assertTrue(DEFAULT.holds(value, value));
  }

  /** The rule excludes (1 - p)^24 + 24 p (1 - p)^23 of the pairs, where a band agrees with p. */
  public void testTheShareOfPairsWithoutTwoBands() {
    double similarity = .4;
    int pairs = 2000;
    int excluded = 0;
    for (int pair = 0; pair < pairs; pair++) {
      long[] a = random().longs(1024).toArray();
      long[] b = new long[1024];
      Arrays.setAll(b, i -> random().nextDouble() < similarity ? a[i] : random().nextLong());
      Signature one = RandomValues.DEFAULT.signature(a);
      excluded += one.sharedBands(RandomValues.DEFAULT.signature(b)) < 2 ? 1 : 0;
    }
    double equal = similarity * similarity + (1 - similarity * similarity) * 0x1p-16;
    Binomial.assertPlausible(
        "fewer than two bands", excluded, pairs, 1 - Binomial.atLeast(2, 24, equal));
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
          expected &= a.sharedBands(b) >= rule.minBands(a.signature().get().parameters().bands());
        }
        assertEquals(expected, rule.holds(a, b));
        assertEquals(expected, rule.holds(b, a));
        neighbours += expected ? 1 : 0;
        assertEquals(rule.score(a, b), rule.score(b, a), 0);
      }
      assertEquals(a.distance(b), b.distance(a));
      assertEquals(a.equals(b), a.compareTo(b) == 0);
      assertEquals(Integer.signum(a.compareTo(b)), -Integer.signum(b.compareTo(a)));
      assertEquals(0, a.compareTo(new NearValue(a.fingerprint(), a.signature())));
      assertEquals(a.similarity(b), b.similarity(a), 0);
    }
    assertTrue("neighbours", neighbours > 1000);
  }

  public void testRefusals() {
    assertRefused("[max_distance] must be in [0, 64] but was [65]", () -> NearRule.of(65, null));
    assertRefused("[max_distance] must be in [0, 64] but was [-1]", () -> NearRule.of(-1, .5));
    assertRefused("[max_distance] must be in [0, 64] but was [65]", () -> NearRule.of(65, 0.0));
    assertRefused("[max_distance] must be in [0, 64] but was [-1]", () -> new NearRule(64, -1, .5));
    assertRefused("[min_similarity] must be in [0, 1] but was [1.1]", () -> NearRule.of(null, 1.1));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [-0.1]", () -> NearRule.of(null, -.1));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [NaN]", () -> NearRule.of(3, Double.NaN));
    assertRefused(
        "without signatures the maximum distances must be equal but were [64] and [12]",
        () -> new NearRule(64, 12, 0));
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
    assertNotEquals(DEFAULT, new NearRule(64, 11, .51));
    assertNotEquals(DEFAULT, new NearRule(64, 12, .53));
    assertNotEquals(DEFAULT, new NearRule(64, 12, .51, 1));
    assertEquals("J>=0.51,2 bands|12", DEFAULT.toString());
    assertEquals("3,J>=0.7,2 bands|3", NearRule.of(3, .7).toString());
    assertEquals("J>=0.3|12", NearRule.of(null, .3).toString());
    assertEquals("3", NearRule.ofDistance(3).toString());
  }

  /** The signatures of a set decide alone; 0 is no similarity. */
  public void testOfSimilarity() {
    assertEquals(DEFAULT, NearRule.ofSimilarity(.51, null));
    assertEquals(new NearRule(64, 12, .3, 0), NearRule.ofSimilarity(.3, null));
    assertEquals(new NearRule(64, 12, .3, 5), NearRule.ofSimilarity(.3, 5));
    assertFalse(NearRule.ofSimilarity(0, null).holds(NO_DISTANCE, 0));
    assertTrue(NearRule.ofSimilarity(0, null).holds(NO_DISTANCE, .001));
    assertRefused(
        "[min_matching_bands] must be in [0, 24] but was [25]",
        () -> NearRule.ofSimilarity(.5, 25));
  }

  public void testWhatARuleUses() {
    for (NearRule rule : List.of(DEFAULT, NearRule.of(null, .44))) {
      assertTrue(rule.usesSignatures() && rule.usesBands());
    }
    NearRule low = NearRule.of(null, Math.nextDown(.44));
    assertTrue(low.usesSignatures() && low.usesBands() == false);
    assertFalse(NearRule.ofDistance(64).usesSignatures() || NearRule.ofDistance(64).usesBands());
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
