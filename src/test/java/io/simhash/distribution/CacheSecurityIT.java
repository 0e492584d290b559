package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import io.simhash.distribution.helper.SecurityTestCase;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The node's cache of filters with field level security: whoever asks first, each user gets what
 * they get without a cache.
 */
public class CacheSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      all:
        indices: [{names: ["cached*", uncached], privileges: [read]}]
      granted:
        indices:
          - names: ["cached*", uncached]
            privileges: [read]
            field_security: {grant: ["simhash*", "tags*"]}
      no_signature:
        indices:
          - names: ["cached*", uncached]
            privileges: [read]
            field_security: {grant: [simhash, "simhash.block_*", simhash.sub_blocks, "tags*"]}
      no_tags:
        indices:
          - names: ["cached*", uncached]
            privileges: [read]
            field_security: {grant: ["simhash*"]}
      """;

  /** Enough for the cache: it takes a filter that was used five times. */
  private static final int REPETITIONS = 10;

  private static final String SIGNATURE =
      """
      {"simhash_near": {"field": "simhash", "fingerprint": "0000000000000000",
        "signature": "BkABAEABAQAAAAAAAAAAAAAAAAAAAAAAAA=="}}""";

  private static final String TAGS =
      """
      {"simhash_near": {"field": "simhash", "fingerprint": "0000000000000000", "max_distance": 12,
        "minhash": {"field": "tags", "values": ["a", "b", "c"], "min_similarity": 0.5}}}""";

  private static final String MINHASH =
      """
      {"minhash_near": {"field": "tags", "values": ["a", "b", "c"]}}""";

  private static int indices;

  @BeforeClass
  public static void makeUsersAndIndices() {
    makeUsers(ROLES);
    make("uncached", false);
  }

  private static void make(String index, boolean cached) {
    put(
        "/" + index,
        """
            {"settings": {"number_of_shards": 1, "number_of_replicas": 0,
               "index.queries.cache.enabled": %s},
             "mappings": {"properties": {
              "simhash": {"type": "simhash"}, "tags": {"type": "minhash"}}}}"""
            .formatted(cached));
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("same", value("0000000000000000", SAME, List.of("a", "b", "c")));
    documents.put("edited", value("0000000000ffffff", SAME, List.of("a", "b", "c")));
    documents.put("template", value("00000000000000ff", OTHER, List.of("x", "y", "z")));
    documents.put("far", value("ffffffffffffffff", OTHER, List.of("x", "y", "z")));
    http().index(index, documents, "");
  }

  private static Map<String, Object> value(
      String fingerprint, String signature, List<String> tags) {
    Map<String, Object> simHash = Map.of("fingerprint", fingerprint, "signature", signature);
    return Map.of("simhash", simHash, "tags", tags);
  }

  private static List<String> found(String user, String index, String filter) {
    String query = "{\"query\": {\"bool\": {\"filter\": " + filter + "}}}";
    return as(user).post("/" + index + "/_search", query).ok().ids().stream().sorted().toList();
  }

  /** Two users search one after the other, in an index of their own. */
  private static void assertNoLeak(String filter, String first, String second) {
    String index = "cached-" + ++indices;
    make(index, true);
    for (String user : List.of(first, second)) {
      List<String> expected = found(user, "uncached", filter);
      for (int i = 0; i < REPETITIONS; i++) {
        assertEquals(user + " after " + first, expected, found(user, index, filter));
      }
    }
  }

  private static void assertNoLeak(String filter, String limited) {
    for (String other : List.of("all", "granted")) {
      assertNoLeak(filter, other, limited);
      assertNoLeak(filter, limited, other);
    }
  }

  @Test
  public void testASignatureThatIsNotGranted() {
    assertEquals(List.of("edited", "same"), found("granted", "uncached", SIGNATURE));
    assertEquals(List.of(), found("no_signature", "uncached", SIGNATURE));
    assertNoLeak(SIGNATURE, "no_signature");
  }

  @Test
  public void testASecondFieldThatIsNotGranted() {
    assertEquals(List.of("same"), found("granted", "uncached", TAGS));
    assertEquals(List.of(), found("no_tags", "uncached", TAGS));
    assertNoLeak(TAGS, "no_tags");
  }

  @Test
  public void testSignaturesOfAMinHashField() {
    assertEquals(List.of("edited", "same"), found("granted", "uncached", MINHASH));
    assertEquals(List.of(), found("no_tags", "uncached", MINHASH));
    assertNoLeak(MINHASH, "no_tags");
  }
}
