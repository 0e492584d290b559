package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * An index of fingerprints in the field {@code fp}, and a copy of them in memory: brute force over
 * the copy gives the expected hits of a near query.
 */
public final class FingerprintIndex {

  /** Distances a request: bounds the node's memory, which holds all responses of a request. */
  private static final int BATCH = 13;

  private final String name;
  private final Map<String, Long> live = new TreeMap<>();
  private int ids;

  private FingerprintIndex(String name) {
    this.name = name;
  }

  /** Creates the index; {@code settings} for example {@code "index.number_of_shards": 3}. */
  public static FingerprintIndex create(Http http, String name, String settings) {
    String body =
        """
        {"settings": {"index.merge.policy.segments_per_tier": 50, %s},
         "mappings": {"properties": {"fp": {"type": "simhash"}}}}"""
            .formatted(settings);
    http.put("/" + name, body).ok();
    return new FingerprintIndex(name);
  }

  String name() {
    return name;
  }

  /** The documents that have a fingerprint. */
  public Map<String, Long> live() {
    return live;
  }

  /** Adds documents by one bulk: one segment in each shard. */
  public void add(Http http, int documents, LongSupplier fingerprints) {
    Map<String, Object> added = new LinkedHashMap<>();
    for (int i = 0; i < documents; i++) {
      long fingerprint = fingerprints.getAsLong();
      String id = Integer.toString(ids++);
      live.put(id, fingerprint);
      added.put(id, Map.of("fp", Fingerprint.toHex(fingerprint)));
    }
    // Every bulk has documents without a fingerprint too.
    added.put("none-" + ids, Map.of("other", "field"));
    added.put("null-" + ids, "{\"fp\": null}");
    http.index(name, added, "");
  }

  /** Deletes every n-th document and gives the next one another fingerprint. */
  public void deleteAndReplaceEvery(Http http, int nth, LongSupplier fingerprints) {
    List<String> all = new ArrayList<>(live.keySet());
    Map<String, Object> replaced = new LinkedHashMap<>();
    StringBuilder deletes = new StringBuilder();
    for (int i = 0; i + 1 < all.size(); i += nth) {
      live.remove(all.get(i));
      deletes.append(Http.json(Map.of("delete", Map.of("_id", all.get(i))))).append('\n');
      long fingerprint = fingerprints.getAsLong();
      live.put(all.get(i + 1), fingerprint);
      replaced.put(all.get(i + 1), Map.of("fp", Fingerprint.toHex(fingerprint)));
    }
    Response deleted = http.post("/" + name + "/_bulk?refresh=true", deletes.toString()).ok();
    assertEquals(false, deleted.at("errors"));
    http.index(name, replaced, "");
  }

  /** Searches with every distance and compares with brute force. */
  public void assertExact(Http http, Collection<Long> fingerprints) {
    for (long fingerprint : fingerprints) {
      for (int from = 0; from <= Fingerprint.BITS; from += BATCH) {
        assertExact(http, fingerprint, from, Math.min(from + BATCH - 1, Fingerprint.BITS));
      }
    }
  }

  /** The same with the distances from one to another. */
  public void assertExact(Http http, long fingerprint, int from, int to) {
    List<String> queries = new ArrayList<>();
    for (int maxDistance = from; maxDistance <= to; maxDistance++) {
      queries.add(near(fingerprint, maxDistance));
    }
    List<Map<String, Float>> found = Hits.of(http, name, queries);
    for (int maxDistance = from; maxDistance <= to; maxDistance++) {
      String search = name + " within " + maxDistance + " of " + Fingerprint.toHex(fingerprint);
      Hits.assertSame(search, neighbours(fingerprint, maxDistance), found.get(maxDistance - from));
    }
  }

  static String near(long fingerprint, int maxDistance) {
    return """
        {"simhash_near": {"field": "fp", "fingerprint": "%s", "max_distance": %s}}"""
        .formatted(Fingerprint.toHex(fingerprint), maxDistance);
  }

  /** Brute force: every neighbour with its score. */
  Map<String, Float> neighbours(long fingerprint, int maxDistance) {
    Map<String, Float> neighbours = new LinkedHashMap<>();
    live.forEach(
        (id, other) -> {
          int distance = Long.bitCount(fingerprint ^ other);
          if (distance <= maxDistance) {
            neighbours.put(id, (float) (1.0 / (1 + distance)));
          }
        });
    return neighbours;
  }
}
