package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.FingerprintSets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;

/**
 * The search that users write by hand (documents that share a block, scored by a script, with the
 * score of distance 3 as {@code min_score}) and {@code simhash_near} at radius 3 give the same hits
 * in the same order.
 */
public class StockFormIT extends DistributionTestCase {

  private static final String STOCK =
      """
      {"script_score": {
        "query": {"bool": {"should": [
          {"term": {"fp.block_0": "%s"}}, {"term": {"fp.block_1": "%s"}},
          {"term": {"fp.block_2": "%s"}}, {"term": {"fp.block_3": "%s"}}]}},
        "script": {"lang": "simhash", "source": "reciprocal",
          "params": {"field": "fp", "fingerprint": "%s"}},
        "min_score": 0.25}}""";

  @Test
  public void testOneShard() {
    check("stock-one", 1);
  }

  @Test
  public void testThreeShards() {
    check("stock-three", 3);
  }

  private static void check(String name, int shards) {
    Random random = new Random(shards);
    long centre = random.nextLong();
    FingerprintIndex index =
        FingerprintIndex.create(http(), name, "\"index.number_of_shards\": " + shards);
    for (int segment = 0; segment < 4; segment++) {
      // Enough in each segment to look up blocks; distances 0 to 6, so that many have equal scores
      // on both sides of min_score, among unrelated fingerprints.
      index.add(
          http(),
          5_000 * shards,
          () ->
              random.nextInt(200) == 0
                  ? FingerprintSets.atDistance(random, centre, random.nextInt(7))
                  : random.nextLong());
    }
    index.deleteAndReplaceEvery(http(), 9, random::nextLong);
    for (int i = 0; i < 10; i++) {
      sameHits(index, FingerprintSets.atDistance(random, centre, i / 3));
    }
    sameHits(index, random.nextLong());
  }

  private static void sameHits(FingerprintIndex index, long fingerprint) {
    List<String> queries = List.of(stock(fingerprint), near(fingerprint));
    List<Map<String, Float>> hits = Hits.of(http(), index.name(), queries);
    assertEquals(List.copyOf(hits.get(0).entrySet()), List.copyOf(hits.get(1).entrySet()));
    Hits.assertSame("stock form", index.neighbours(fingerprint, 3), hits.get(0));
    for (int from = 0; from < hits.get(0).size(); from += 25) {
      List<String> page = page(index, queries.get(0), from);
      assertTrue(page.size() > 0);
      assertEquals(page, page(index, queries.get(1), from));
    }
  }

  /** A page of the best hits: the collector may skip documents that cannot be among them. */
  private static List<String> page(FingerprintIndex index, String query, int from) {
    String body =
        "{\"track_total_hits\": false, \"size\": 25, \"from\": "
            + from
            + ", \"query\": "
            + query
            + "}";
    return http().post("/" + index.name() + "/_search", body).ids();
  }

  private static String near(long fingerprint) {
    return """
        {"simhash_near": {"field": "fp", "fingerprint": "%s", "max_distance": 3,
          "min_similarity": 0}}"""
        .formatted(Fingerprint.toHex(fingerprint));
  }

  private static String stock(long fingerprint) {
    String hex = Fingerprint.toHex(fingerprint);
    return STOCK.formatted(
        hex.substring(0, 4), hex.substring(4, 8), hex.substring(8, 12), hex.substring(12), hex);
  }
}
