package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.block.Blocks;
import io.simhash.lucene.search.FingerprintSets;
import io.simhash.lucene.search.SegmentSizes;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.Test;

/**
 * {@code simhash_near} over HTTP finds the same documents as brute force: at distances from 0 to
 * 64, on sets that are hard for blocks, in many segments and shards, with deleted, replaced and
 * missing values.
 */
public class ExactnessIT extends DistributionTestCase {

  /** Too small for blocks: these segments are scanned. */
  private static final int SEGMENT = 450;

  /** Enough for blocks at distances to 11; see {@link SegmentSizes}. */
  private static final int BIG_SEGMENT = 80_000;

  /** The largest distance that uses blocks in the big segment. */
  private static final int MAX_BY_BLOCKS = 11;

  /** The number of candidates that are no neighbours is smaller. */
  private static final int MAX_CANDIDATES = 1_500;

  /** Block values that are looked up, by distance: below 4 the own ones of all blocks. */
  private static final int[] LOOK_UPS = {4, 4, 4, 4, 20, 36, 52, 68, 188, 308, 428, 548};

  private static final Pattern FOUND =
      Pattern.compile(
          "by bands in 0 segments: 0 candidates; by blocks in (?<blocks>\\d+) segments:"
              + " (?<lookUps>\\d+) look-ups, (?<candidates>\\d+) candidates; by scan in \\d+"
              + " segments: (?<scanned>\\d+) fingerprints; one by one"
              + " in 0 segments");

  /** Documents that share one block with the centre and differ from it by 48 bits. */
  private static final int DECOYS_PER_BLOCK = 10;

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

  /**
   * One segment that is large enough for blocks at distances to 11, and small ones that are
   * scanned. Distances to 16 are compared with brute force; at large ones a search would have more
   * hits than Elasticsearch returns.
   *
   * <p>The profile tells which way was chosen.
   */
  @Test
  public void testOneBigSegmentUsesBlocks() {
    Random random = new Random(7);
    long centre = random.nextLong();
    FingerprintIndex index = index("exact-big", 1);
    Iterator<Long> special =
        Stream.concat(
                IntStream.range(0, Blocks.COUNT * DECOYS_PER_BLOCK)
                    .mapToObj(i -> ~centre ^ 0xFFFFL << 16 * (i % Blocks.COUNT)),
                Stream.generate(() -> FingerprintSets.SPREAD.next(random, centre)).limit(20))
            .iterator();
    index.add(http(), BIG_SEGMENT, () -> special.hasNext() ? special.next() : random.nextLong());
    http().post("/exact-big/_forcemerge?max_num_segments=1", "").ok();
    index.add(http(), 60, () -> FingerprintSets.CLUSTERED.next(random, centre));
    index.deleteAndReplaceEvery(http(), 400, random::nextLong);
    index.assertExact(http(), centre, 0, 7);
    index.assertExact(http(), centre, 8, 16);
    assertTrue(SegmentSizes.smallestThatUsesBlocks(MAX_BY_BLOCKS, MAX_CANDIDATES) < BIG_SEGMENT);
    assertTrue(SegmentSizes.smallestThatUsesBlocks(MAX_BY_BLOCKS + 1, 0) > BIG_SEGMENT);
    for (int distance = 0; distance <= 12; distance++) {
      String found = found(index, centre, distance);
      Matcher counts = FOUND.matcher(found);
      assertTrue(found, counts.matches());
      boolean blocks = distance <= MAX_BY_BLOCKS;
      assertEquals(found, blocks ? 1 : 0, Integer.parseInt(counts.group("blocks")));
      assertEquals(
          found, blocks ? LOOK_UPS[distance] : 0, Integer.parseInt(counts.group("lookUps")));
      int candidates = Integer.parseInt(counts.group("candidates"));
      int others = candidates - index.neighbours(centre, distance).size();
      assertTrue(
          found, blocks == false || others >= DECOYS_PER_BLOCK - 20 && others < MAX_CANDIDATES);
      int scanned = Integer.parseInt(counts.group("scanned"));
      assertTrue(found, blocks ? scanned < BIG_SEGMENT / 2 : scanned >= BIG_SEGMENT);
    }
  }

  private static FingerprintIndex index(String name, int shards) {
    return FingerprintIndex.create(http(), name, "\"index.number_of_shards\": " + shards);
  }

  private static void assertSegments(String index, int min) {
    List<Object> segments = http().get("/_cat/segments/" + index + "?format=json").ok().at("");
    assertTrue(index + " has only " + segments.size() + " segments", segments.size() >= min);
  }

  /** How neighbours were found, as the profile of a search tells. */
  private static String found(FingerprintIndex index, long fingerprint, int maxDistance) {
    String body =
        """
        {"profile": true, "track_total_hits": true, "size": 1, "query": %s}"""
            .formatted(FingerprintIndex.near(fingerprint, maxDistance));
    Response response = http().post("/" + index.name() + "/_search", body).ok();
    return response.at("profile.shards.0.searches.0.query.0.children.0.description");
  }
}
