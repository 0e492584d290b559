package io.simhash.core.simhash;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.TIES;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Ties;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SimHashTests extends LuceneTestCase {

  private static final long LARGEST = 1L << 44;

  static long[] sums(long[] hashes, long[] weights) {
    SimHash sums = new SimHash();
    for (int i = 0; i < hashes.length; i++) {
      sums.add(hashes[i], weights[i]);
    }
    return sums.sums();
  }

  public void testGolden() {
    for (List<String> row : GoldenFile.rows("simhash-v1.tsv")) {
      long[] sums = sums(GoldenFile.hex(row.get(1)), GoldenFile.longs(row.get(2)));
      assertArrayEquals(row.get(0), GoldenFile.longs(row.get(3)), sums);
      assertEquals(row.get(0), row.get(4), Fingerprint.toHex(SimHash.of(sums, Ties.ZERO)));
      assertEquals(row.get(0), row.get(5), Fingerprint.toHex(SimHash.of(sums, Ties.ONE)));
    }
  }

  /** Features 100101 (weight 4) and 101011 (weight 5) sum to 9 -9 1 -1 1 9. */
  public void testExampleOfTheLiterature() {
    long[] six = sums(new long[] {0b100101, 0b101011}, new long[] {4, 5});
    long[] leftToRight = {six[5], six[4], six[3], six[2], six[1], six[0]};
    assertArrayEquals(new long[] {9, -9, 1, -1, 1, 9}, leftToRight);
    assertEquals(0b101011, SimHash.of(six, Ties.ZERO));
  }

  public void testNoFeatures() {
    assertArrayEquals(new long[64], new SimHash().sums());
  }

  /** The sums can be asked for at any time, and are the caller's own. */
  public void testSumsOfTheFeaturesSoFar() {
    long[] hashes = {random().nextLong(), random().nextLong()};
    SimHash sums = new SimHash();
    sums.add(hashes[0], 7);
    long[] first = sums.sums();
    assertArrayEquals(sums(new long[] {hashes[0]}, new long[] {7}), first);
    sums.add(hashes[1], 0);
    assertArrayEquals(first, sums.sums());
    long before = first[0];
    sums.add(hashes[1], 9);
    assertEquals(before, first[0]);
    assertArrayEquals(sums(hashes, new long[] {7, 9}), sums.sums());
  }

  /** The definition, word by word, in numbers that cannot overflow. */
  public void testDefinitionOnRandomFeatures() {
    for (int round = 0; round < 50; round++) {
      int count = random().nextInt(200);
      long[] hashes = random().longs(count).toArray();
      long[] weights = IntStream.range(0, count).mapToLong(i -> randomWeight()).toArray();
      long[] actual = sums(hashes, weights);
      for (int bit = 0; bit < Fingerprint.BITS; bit++) {
        assertEquals(definition(hashes, weights, bit), BigInteger.valueOf(actual[bit]));
      }
    }
  }

  private static BigInteger definition(long[] hashes, long[] weights, int bit) {
    BigInteger sum = BigInteger.ZERO;
    for (int j = 0; j < hashes.length; j++) {
      BigInteger weight = BigInteger.valueOf(weights[j]);
      boolean set = BigInteger.valueOf(hashes[j]).testBit(bit);
      sum = set ? sum.add(weight) : sum.subtract(weight);
    }
    return sum;
  }

  public void testTheGreatestTotalIsExact() {
    long[] weights = {1L << 62, (1L << 62) - 1};
    assertEquals(Long.MAX_VALUE, sums(new long[] {-1, -1}, weights)[63]);
    assertEquals(-Long.MAX_VALUE, sums(new long[] {0, 0}, weights)[0]);
    assertEquals(1, sums(new long[] {-1, 0}, weights)[17]);
  }

  public void testATotalBeyondALongIsRefused() {
    long[] weights = {1L << 62, 1L << 62};
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> sums(new long[] {1, 2}, weights));
    assertEquals("the weights of a text add up to more than 2^63 - 1", e.getMessage());
  }

  public void testANegativeWeightIsRefused() {
    long[] weights = {5, -1};
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> sums(new long[] {1, 2}, weights));
    assertEquals("a weight must not be negative but was [-1]", e.getMessage());
  }

  private static long randomWeight() {
    return switch (random().nextInt(4)) {
      case 0 -> 0;
      case 1 -> LARGEST;
      default -> random().nextLong(LARGEST);
    };
  }

  /** Three features of weight 1, 1 and 2 have (1 + 1 + 2)² / (1 + 1 + 4) = 8/3 effective ones. */
  public void testTooFewEffectiveFeaturesGiveNoFingerprint() {
    Features features = features(1, 1, 2);
    for (double enough : new double[] {0, 2, 16 / 6.0}) {
      Profile profile = Profile.builder().set(MIN_FEATURES, enough).build();
      assertEquals("0000000000000003", SimHash.fingerprint(features, profile).hex());
    }
    Profile more = Profile.builder().set(MIN_FEATURES, Math.nextUp(16 / 6.0)).build();
    TextFingerprint none = SimHash.fingerprint(features, more);
    assertEquals(OptionalLong.empty(), none.fingerprint());
    assertNull(none.hex());
    assertEquals(more.id(), none.profile());
    assertSame(features, none.features());
    assertEquals(2 * Weight.ONE, none.margins()[0]);
    assertEquals(4 * Weight.ONE, none.margins()[1]);
    assertEquals(-4 * Weight.ONE, none.margins()[63]);
  }

  public void testWithoutAFeatureThereIsNeverAFingerprint() {
    Profile every = Profile.builder().set(MIN_FEATURES, 0.0).set(TIES, Ties.ONE).build();
    assertEquals(OptionalLong.empty(), SimHash.fingerprint(features(), every).fingerprint());
  }

  /** Weights 1 and 1 against each other: the last bit is a tie. */
  public void testTheProfileDecidesTies() {
    Features features = features(1, 1);
    Profile.Builder profile = Profile.builder().set(MIN_FEATURES, 0.0);
    assertEquals("0000000000000002", SimHash.fingerprint(features, profile.build()).hex());
    profile.set(TIES, Ties.ONE);
    assertEquals("0000000000000003", SimHash.fingerprint(features, profile.build()).hex());
  }

  /** Features whose hashes are 2 for the first and 3 for the others. */
  private static Features features(int... weights) {
    List<Feature> features = new ArrayList<>();
    for (int weight : weights) {
      String text = "w" + features.size();
      long hash = features.isEmpty() ? 2 : 3;
      features.add(new Feature(text, "", 1, Map.of(), hash, weight * Weight.ONE));
    }
    return new Features(features);
  }
}
