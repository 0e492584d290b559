package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.lucene.search.FingerprintSets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.Test;

/**
 * What {@code simhash_near} finds over HTTP is what brute force finds, with every radius from 0 to
 * 64: on sets that are hard for blocks, in many segments and shards, with deleted, replaced and
 * missing values.
 */
public class ExactnessIT extends DistributionTestCase {

  /** Enough for look-ups of blocks to be worth it at radius 3 in each segment. */
  private static final int SEGMENT = 450;

  /** Enough for that at radius 7, whose 68 look-ups cost as much as 6,800 doc values. */
  private static final int BIG_SEGMENT = 7_500;

  @Test
  public void testEverySetOfFingerprints() {
    for (FingerprintSets set : FingerprintSets.values()) {
      Random random = new Random(set.ordinal());
      long centre = random.nextLong();
      LongSupplier fingerprints = () -> set.next(random, centre);
      String name = "exact-" + set.name().toLowerCase(Locale.ROOT);
      FingerprintIndex index = index(name, 1);
      for (int segment = 0; segment < 3; segment++) {
        index.add(http(), SEGMENT, fingerprints);
      }
      index.deleteAndReplaceEvery(http(), 7, fingerprints);
      assertSegments(name, 3);
      index.assertExact(http(), List.of(centre, set.next(random, centre)));
    }
  }

  @Test
  public void testThreeShardsOfAllSets() {
    Random random = new Random(3);
    long centre = random.nextLong();
    FingerprintIndex index = index("exact-shards", 3);
    for (FingerprintSets set : FingerprintSets.values()) {
      index.add(http(), 2 * SEGMENT, () -> set.next(random, centre));
    }
    index.deleteAndReplaceEvery(http(), 11, random::nextLong);
    assertSegments("exact-shards", 3 * FingerprintSets.values().length);
    index.assertExact(http(), List.of(centre));
  }

  @Test
  public void testOneBigSegmentIsLookedUpByBlocks() {
    Random random = new Random(7);
    long centre = random.nextLong();
    FingerprintIndex index = index("exact-big", 1);
    index.add(
        http(),
        BIG_SEGMENT,
        () ->
            random.nextInt(20) == 0
                ? FingerprintSets.SPREAD.next(random, centre)
                : random.nextLong());
    index.add(http(), 100, () -> FingerprintSets.CLUSTERED.next(random, centre));
    index.deleteAndReplaceEvery(http(), 50, random::nextLong);
    index.assertExact(http(), List.of(centre));
    for (int radius = 0; radius <= 7; radius++) {
      int verified = verified(index, centre, radius);
      assertTrue(
          "radius " + radius + " reads " + verified + " fingerprints", verified < BIG_SEGMENT / 3);
    }
    assertEquals(index.live().size(), verified(index, centre, 64));
  }

  private static FingerprintIndex index(String name, int shards) {
    return FingerprintIndex.create(http(), name, "\"index.number_of_shards\": " + shards);
  }

  private static void assertSegments(String index, int least) {
    List<Object> segments = http().get("/_cat/segments/" + index + "?format=json").ok().at("");
    assertTrue(index + " has only " + segments.size() + " segments", segments.size() >= least);
  }

  /** Number of documents whose doc value was compared, as the profile of a search counts them. */
  private static int verified(FingerprintIndex index, long fingerprint, int radius) {
    String body =
        """
        {"profile": true, "track_total_hits": true, "size": 1, "query": %s}"""
            .formatted(FingerprintIndex.near(fingerprint, radius));
    Response response = http().post("/" + index.name() + "/_search", body).ok();
    return response.at("profile.shards.0.searches.0.query.0.breakdown.match_count");
  }
}
