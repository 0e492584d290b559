package io.simhash.core.near;

import static io.simhash.core.near.NearValue.NO_DISTANCE;
import static io.simhash.core.near.NearValue.NO_SIMILARITY;

import io.simhash.core.Binomial;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.minhash.Thresholds;
import io.simhash.core.near.NearRule.Radius;
import io.simhash.core.near.NearRule.Similar;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class NearRuleTests extends LuceneTestCase {

  private static final Similar DEFAULT = new Similar(.51, 2, 64);

  /** Around the similarities 0, .44, .51, .7 and 1, where n different ones give 1 - n / 768. */
  private static final int[] DIFFERENT = {0, 1, 230, 231, 376, 377, 430, 431, 760, 768, 900};

  /** The components behind the bands and before the head, of the default parameters. */
  private static final int FIRST_FREE = 48;

  /** The minima i, of which so many components differ, evenly behind those of the bands. */
  private static NearValue different(OptionalLong fingerprint, int different) {
    long[] minima = LongStream.range(0, 1024).toArray();
    for (int i = 0; i < different; i++) {
      minima[FIRST_FREE + i * (1024 - FIRST_FREE) / different] ^= 1;
    }
    return new NearValue(fingerprint, Optional.of(RandomValues.DEFAULT.signature(minima)));
  }

  private static long bits(int count) {
    return count == 64 ? -1 : (1L << count) - 1;
  }

  /** The table of the options: with a similarity, with a distance alone, with neither. */
  private static boolean expected(
      Integer maxDistance,
      Double minSimilarity,
      boolean signed,
      double min,
      int distance,
      double s) {
    if (minSimilarity == null && (maxDistance != null || signed == false)) {
      return distance != NO_DISTANCE && distance <= (maxDistance == null ? 12 : maxDistance);
    }
    return s != NO_SIMILARITY
        && s >= (minSimilarity == null ? min : minSimilarity)
        && (distance == NO_DISTANCE || maxDistance == null || distance <= maxDistance);
  }

  /** Every combination of options set and not set, every distance, and none. */
  public void testTheTableOfOptions() {
    NearValue value = different(OptionalLong.of(0), 0);
    for (int distance = NO_DISTANCE; distance <= 64; distance++) {
      OptionalLong fingerprint =
          distance == NO_DISTANCE ? OptionalLong.empty() : OptionalLong.of(bits(distance));
      for (int different : DIFFERENT) {
        NearValue other = different(fingerprint, different);
        assertDecided(value, other, distance, Math.max(0, 1 - different / 768.0));
      }
      if (distance != NO_DISTANCE) {
        assertDecided(value, new NearValue(fingerprint, Optional.empty()), distance, NO_SIMILARITY);
      }
    }
  }

  private static void assertDecided(NearValue a, NearValue b, int distance, double s) {
    assertEquals(distance, a.distance(b));
    assertEquals(s, a.similarity(b), 0x1p-50);
    for (Integer maxDistance : Arrays.asList(null, 0, 3, 12, 24, 40, 64)) {
      for (Double minSimilarity : Arrays.asList(null, .01, .44, .51, .7, 1.0)) {
        for (boolean signed : new boolean[] {true, false}) {
          String name = maxDistance + ", " + minSimilarity + " at " + distance + ", " + s;
          NearRule rule = NearRule.of(maxDistance, minSimilarity, signed);
          boolean expected = expected(maxDistance, minSimilarity, signed, .51, distance, s);
          assertEquals(name, expected, rule.holds(a, b));
          NearRule toConfirm = NearRule.toConfirm(maxDistance, minSimilarity, .5, signed);
          expected = expected(maxDistance, minSimilarity, signed, .44, distance, s);
          assertEquals("confirm " + name, expected, toConfirm.holds(a, b));
        }
      }
    }
  }

  public void testDefaults() {
    assertEquals(DEFAULT, NearRule.of(null, null, true));
    assertEquals(new Radius(12), NearRule.of(null, null, false));
    for (boolean signed : new boolean[] {true, false}) {
      assertEquals(new Radius(7), NearRule.of(7, null, signed));
      assertEquals(new Similar(.7, 2, 64), NearRule.of(null, .7, signed));
      assertEquals(new Similar(.7, 2, 7), NearRule.of(7, .7, signed));
    }
    assertEquals("by bands", new Similar(.44, 2, 64), NearRule.of(null, .44, true));
    double below = Math.nextDown(.44);
    assertEquals(new Similar(below, 0, 64), NearRule.of(null, below, true));
  }

  public void testToRemove() {
    assertEquals(new Similar(.9, 2, 64), NearRule.toRemove(null, null, true));
    assertEquals(new Radius(3), NearRule.toRemove(null, null, false));
    assertEquals(new Radius(7), NearRule.toRemove(7, null, true));
    assertEquals(new Similar(.6, 2, 64), NearRule.toRemove(null, .6, true));
    assertEquals(new Similar(.6, 2, 7), NearRule.toRemove(7, .6, false));
  }

  /** A lower exact minimum lowers the similarity too; a higher one does not raise it. */
  public void testToConfirm() {
    assertEquals(new Similar(.44, 2, 64), NearRule.toConfirm(null, null, 1, true));
    assertEquals(new Similar(.44, 2, 64), NearRule.toConfirm(null, null, .5, true));
    assertEquals(new Similar(.3 - .06, 0, 64), NearRule.toConfirm(null, null, .3, true));
    assertEquals(new Similar(.7, 2, 64), NearRule.toConfirm(null, .7, .3, true));
    assertEquals(new Similar(.7, 2, 9), NearRule.toConfirm(9, .7, .9, true));
    assertEquals(new Radius(5), NearRule.toConfirm(5, null, .3, true));
    assertEquals(new Radius(12), NearRule.toConfirm(null, null, .5, false));
    assertEquals(2, ((Similar) NearRule.toConfirm(null, null, .5, true)).minBands());
    double below = Math.nextDown(.5);
    assertEquals(0, ((Similar) NearRule.toConfirm(null, null, below, true)).minBands());
    for (boolean signed : new boolean[] {true, false}) {
      assertEquals(new Radius(24), NearRule.toConfirm(null, null, .06, signed));
      assertEquals(new Radius(24), NearRule.toConfirm(null, null, 0, signed));
      assertEquals(new Radius(7), NearRule.toConfirm(7, null, 0, signed));
      assertEquals(new Similar(.3, 0, 64), NearRule.toConfirm(null, .3, 0, signed));
    }
  }

  /** The identical document is never missing, if the rule can judge it at all. */
  public void testTheIdenticalDocument() {
    for (int times = 0; times < 300; times++) {
      NearValue value = RandomValues.of(random());
      for (Similar rule : RandomValues.SIMILAR) {
        assertEquals(
            rule + " of " + value, value.signature().isPresent(), rule.holds(value, value));
      }
      for (NearRule rule : RandomValues.RADII) {
        boolean judged = value.fingerprint().isPresent();
        assertEquals(rule + " of " + value, judged, rule.holds(value, value));
      }
    }
  }

  /** The value of the minima i of which only some bands are as they were. */
  private static NearValue withBands(OptionalLong fingerprint, int... kept) {
    long[] minima = LongStream.range(0, 1024).toArray();
    for (int i = 0; i < minima.length; i++) {
      int band = i / 2;
      minima[i] ^= IntStream.of(kept).anyMatch(k -> k == band) ? 0 : 4;
    }
    return new NearValue(fingerprint, Optional.of(RandomValues.DEFAULT.signature(minima)));
  }

  /** From .44 on, signatures that are similar but share fewer than two bands are no neighbours. */
  public void testSharingTwoBandsIsAPartOfTheRule() {
    // No random numbers: by chance a band is shared by one pair in 2,731.
    NearValue value = different(OptionalLong.of(0), 0);
    OptionalLong far = OptionalLong.of(-1);
    for (OptionalLong fingerprint : List.of(far, OptionalLong.empty())) {
      for (int[] kept : new int[][] {{}, {0}, {23}, {23, 24}, {24, 63}}) {
        NearValue one = withBands(fingerprint, kept);
        assertEquals(1, value.similarity(one), 0);
        assertFalse(DEFAULT.holds(value, one));
        assertFalse(new Similar(.44, 64).holds(value, one));
        assertFalse(new Similar(1, 64).holds(value, one));
        assertTrue(new Similar(Math.nextDown(.44), 64).holds(value, one));
        assertTrue(new Similar(.01, 64).holds(value, one));
        assertTrue(new Similar(1, 0, 64).holds(value, one));
        boolean shares = kept.length > 0 && kept[0] < 24;
        assertEquals(shares, new Similar(.5, 1, 64).holds(value, one));
      }
      for (int[] kept : new int[][] {{0, 1}, {0, 23}, {3, 7, 9}}) {
        NearValue one = withBands(fingerprint, kept);
        assertTrue(DEFAULT.holds(value, one));
        assertEquals(kept.length == 3, new Similar(.5, 3, 64).holds(value, one));
      }
    }
    assertTrue(new Radius(64).holds(value, withBands(far)));
  }

  /**
   * Heads with just as many equal components as they must have, and with one less, of signatures
   * whose other components and bands are equal.
   */
  public void testHeadsMustAgree() {
    int decisive = 0;
    for (int hashes : new int[] {64, 100, 256, 257, 300, 384, 1024, 2048}) {
      SignatureParameters parameters =
          new SignatureParameters(Optional.empty(), new Bands(hashes, 1, 1));
      long[] minima = random().longs(hashes).toArray();
      NearValue value = unprinted(parameters.signature(minima));
      for (double min : new double[] {.01, .2, .44, .51, .9, .99, 1}) {
        int threshold = Thresholds.head(min, parameters.bands());
        for (int equal = threshold; equal >= threshold - 1; equal--) {
          NearValue other = unprinted(parameters.signature(withEqualInHead(minima, equal)));
          assertEquals(equal, value.signature().get().equalInHead(other.signature().get()));
          boolean similar = value.similarity(other) >= min;
          for (int minBands = 0; minBands <= 2; minBands++) {
            boolean expected = similar && (minBands == 0 || equal == threshold);
            String name = hashes + " components, " + min + ", " + minBands + " bands, " + equal;
            assertEquals(name, expected, new Similar(min, minBands, 64).holds(value, other));
          }
          decisive += similar && equal < threshold ? 1 : 0;
        }
        assertEquals(threshold, new Similar(min, 1, 64).minHead(parameters.bands()));
        assertEquals(0, new Similar(min, 0, 64).minHead(parameters.bands()));
      }
    }
    assertTrue("heads that decide: " + decisive, decisive >= 20);
  }

  private static NearValue unprinted(Signature signature) {
    return new NearValue(OptionalLong.empty(), Optional.of(signature));
  }

  /** Minima of which so many of the head's components are equal, and all others. */
  private static long[] withEqualInHead(long[] minima, int equal) {
    int first = 0;
    while (first + 256 < minima.length) {
      first += 64;
    }
    long[] other = minima.clone();
    for (int i = first + equal; i < other.length; i++) {
      other[i] ^= 2;
    }
    return other;
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

  /** By similarity a missing fingerprint excludes nothing; by a radius it excludes all. */
  public void testShortTexts() {
    long[] minima = random().longs(1024).toArray();
    Optional<Signature> signature = Optional.of(RandomValues.DEFAULT.signature(minima));
    NearValue tooShort = new NearValue(OptionalLong.empty(), signature);
    NearValue signed = new NearValue(-1, signature);
    NearValue unsigned = new NearValue(-1, Optional.empty());
    for (NearRule rule : List.of(DEFAULT, new Similar(.9, 0), new Similar(.1, 64))) {
      assertTrue(rule.holds(tooShort, tooShort));
      assertTrue(rule.holds(tooShort, signed));
      assertTrue(rule.holds(signed, tooShort));
      assertFalse(rule.holds(tooShort, unsigned));
      assertFalse(rule.holds(signed, unsigned));
      assertFalse(rule.holds(unsigned, signed));
      assertFalse(rule.holds(unsigned, unsigned));
      assertEquals(1, rule.score(tooShort, signed), 0);
      assertEquals(0, rule.score(unsigned, signed), 0);
    }
    Radius radius = new Radius(64);
    assertFalse(radius.holds(tooShort, tooShort));
    assertFalse(radius.holds(tooShort, signed));
    assertTrue(radius.holds(signed, unsigned));
    assertFalse(radius.holds(NO_DISTANCE));
    assertEquals(0, radius.score(tooShort, signed), 0);
    assertEquals(1, radius.score(signed, unsigned), 0);
    assertEquals(.2, radius.score(signed, new NearValue(-16, Optional.empty())), 0);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new NearValue(OptionalLong.empty(), Optional.empty()));
    assertEquals("a value must have a fingerprint or a signature but had neither", e.getMessage());
  }

  /** On values: similarity, distance, bands and heads; the same in both directions. */
  public void testValues() {
    int neighbours = 0;
    int excludedByHeads = 0;
    for (int times = 0; times < 3000; times++) {
      NearValue a = RandomValues.of(random());
      NearValue b = RandomValues.of(random());
      for (Similar rule : RandomValues.SIMILAR) {
        boolean similar =
            a.similarity(b) >= rule.minSimilarity() && a.distance(b) <= rule.maxDistance();
        boolean agree = true;
        if (similar && rule.minBands() > 0) {
          Signature one = a.signature().get();
          Signature other = b.signature().get();
          Bands bands = one.parameters().bands();
          agree = one.equalInHead(other) >= Thresholds.head(rule.minSimilarity(), bands);
          similar = one.sharedBands(other) >= Math.min(rule.minBands(), bands.bands());
        }
        assertHolds(similar && agree, rule, a, b);
        neighbours += similar && agree ? 1 : 0;
        excludedByHeads += similar && agree == false ? 1 : 0;
      }
      for (NearRule rule : RandomValues.RADII) {
        boolean near =
            a.distance(b) != NO_DISTANCE && a.distance(b) <= ((Radius) rule).maxDistance();
        assertHolds(near, rule, a, b);
      }
      assertEquals(a.distance(b), b.distance(a));
      assertEquals(a.equals(b), a.compareTo(b) == 0);
      assertEquals(Integer.signum(a.compareTo(b)), -Integer.signum(b.compareTo(a)));
      assertEquals(0, a.compareTo(new NearValue(a.fingerprint(), a.signature())));
      assertEquals(a.similarity(b), b.similarity(a), 0);
    }
    assertTrue("neighbours: " + neighbours, neighbours > 1000);
    assertTrue("excluded by heads: " + excludedByHeads, excludedByHeads > 100);
  }

  private static void assertHolds(boolean expected, NearRule rule, NearValue a, NearValue b) {
    assertEquals(rule.toString(), expected, rule.holds(a, b));
    assertEquals(rule.toString(), expected, rule.holds(b, a));
    assertEquals(rule.score(a, b), rule.score(b, a), 0);
  }

  public void testRefusals() {
    String distance = "[max_distance] must be in [0, 64] but was [%s]";
    assertRefused(distance.replace("%s", "65"), () -> NearRule.of(65, null, true));
    assertRefused(distance.replace("%s", "65"), () -> NearRule.toRemove(65, .5, true));
    assertRefused(distance.replace("%s", "-1"), () -> NearRule.of(-1, .5, true));
    assertRefused(distance.replace("%s", "-1"), () -> new Radius(-1));
    assertRefused(distance.replace("%s", "-1"), () -> new Similar(.5, -1));
    String bands = "[min_matching_bands] must be in [0, 24] but was [%s]";
    assertRefused(bands.replace("%s", "25"), () -> new Similar(.5, 25, 64));
    assertRefused(bands.replace("%s", "-1"), () -> new Similar(.5, -1, 64));
    for (double min : new double[] {0, -0.0, -1, 1.1, Double.NaN, 1 / 0.0, Math.nextUp(1.0)}) {
      String similarity =
          "[min_similarity] must be above [0] and at most [1] but was ["
              + min
              + "]; for a search by the distance of fingerprints set [max_distance] alone";
      assertRefused(similarity, () -> NearRule.of(null, min, true));
      assertRefused(similarity, () -> NearRule.of(3, min, false));
      assertRefused(similarity, () -> NearRule.toRemove(null, min, true));
      assertRefused(similarity, () -> NearRule.toConfirm(null, min, 0, true));
      assertRefused(similarity, () -> Similar.requireSimilarity(min));
    }
    assertEquals(Double.MIN_VALUE, Similar.requireSimilarity(Double.MIN_VALUE), 0);
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  /** Rules are part of queries, which are keys of caches. */
  public void testEqualityAndText() {
    assertEquals(DEFAULT.hashCode(), new Similar(.51, 64).hashCode());
    assertNotEquals(DEFAULT, new Similar(.53, 2, 64));
    assertNotEquals(DEFAULT, new Similar(.51, 1, 64));
    assertNotEquals(DEFAULT, new Similar(.51, 2, 63));
    assertNotEquals(new Radius(3), new Radius(4));
    assertEquals("J>=0.51,2 bands", DEFAULT.toString());
    assertEquals("3,J>=0.7,2 bands", NearRule.of(3, .7, true).toString());
    assertEquals("J>=0.3", NearRule.of(null, .3, true).toString());
    assertEquals("3", new Radius(3).toString());
  }

  public void testWhatARuleUses() {
    assertTrue(DEFAULT.usesBands());
    assertTrue(new Similar(.1, 1, 64).usesBands());
    assertFalse(new Similar(Math.nextDown(.44), 64).usesBands());
    assertFalse(DEFAULT.limitsDistance());
    assertTrue(new Similar(.51, 63).limitsDistance());
  }

  /** The Javadoc's 0.23 in a million: Σ C(64, i) / 2^64 for i = 0 to 12. */
  public void testUnrelatedFingerprintsWithinTheDefaultRadius() {
    BigInteger choices = BigInteger.ONE;
    BigInteger sum = BigInteger.ONE;
    for (int i = 1; i <= NearRule.DEFAULT_RADIUS; i++) {
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
