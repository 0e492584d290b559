package io.simhash.elasticsearch.stats;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.clusters.ClustersNode;
import io.simhash.elasticsearch.stats.RestStatsAction.IndexStats;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The statistics of fields on one node. */
public class StatsNodeTests extends ClustersNode {

  private static final String HEX = "9f3c00a1b2c3d4e5";

  private static final String SIGNATURE =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT)
          .signature(LongStream.range(0, 1024).toArray())
          .toBase64();

  private void create(String index, int shards, String mapping) {
    Settings settings = Settings.builder().put("index.number_of_shards", shards).build();
    createIndex(
        index, indicesAdmin().prepareCreate(index).setSettings(settings).setMapping(mapping));
  }

  private IndexStats stats(String indices, String... fields) {
    PlainActionFuture<IndexStats> stats = new PlainActionFuture<>();
    IndexStats.read(
        client(),
        Strings.splitStringByCommaToArray(indices),
        SearchRequest.DEFAULT_INDICES_OPTIONS,
        List.of(fields),
        stats);
    return stats.actionGet(TEST_REQUEST_TIMEOUT);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> fields(IndexStats stats) {
    Map<String, Object> body =
        XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(stats), true);
    return (Map<String, Map<String, Object>>) body.get("fields");
  }

  public void testBucketsOfAllShardsAreAddedUp() {
    create("news", between(1, 5));
    create("older", 1);
    List<Map<String, Integer>> expected =
        List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    Map<String, Map<String, Object>> news = new TreeMap<>();
    Map<String, Map<String, Object>> older = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      // Fewer values of a block than a shard returns, so that all counts are exact.
      long fingerprint = 0;
      for (int block = 0; block < Blocks.COUNT; block++) {
        fingerprint = fingerprint << 16 | between(0, 60);
      }
      (i % 4 == 0 ? older : news).put("" + i, Map.of("near", Fingerprint.toHex(fingerprint)));
      for (int block = 0; i % 10 > 0 && block < Blocks.COUNT; block++) {
        String value = Blocks.term(Blocks.value(fingerprint, block));
        expected.get(block).merge(value, 1, Integer::sum);
      }
    }
    index("news", news);
    index("older", older);
    for (int i = 0; i < 200; i += 10) {
      client().prepareDelete(i % 4 == 0 ? "older" : "news", "" + i).get();
    }
    indicesAdmin().prepareRefresh("*").get();
    IndexStats stats = stats("news,older", "*");
    assertEquals(0, stats.getFailedShards());
    assertEquals(Set.of("also", "near", "parts.near"), fields(stats).keySet());
    Map<String, Object> near = fields(stats).get("near");
    assertEquals(180, near.get("documents"));
    assertEquals(180, near.get("fingerprints"));
    for (int block = 0; block < Blocks.COUNT; block++) {
      Map<?, ?> shown = (Map<?, ?>) ((List<?>) near.get("blocks")).get(block);
      Map<String, Integer> buckets = expected.get(block);
      assertEquals(buckets.size(), shown.get("distinct_values"));
      double average = 180.0 / buckets.size();
      assertEquals(average, ((Number) shown.get("average_bucket")).doubleValue(), 1e-4);
      assertEquals(
          buckets.entrySet().stream()
              .sorted(
                  Map.Entry.<String, Integer>comparingByValue()
                      .reversed()
                      .thenComparing(Map.Entry.comparingByKey()))
              .limit(5)
              .map(bucket -> Map.of("value", bucket.getKey(), "documents", bucket.getValue()))
              .toList(),
          shown.get("largest_buckets"));
      assertEquals(Map.of("threshold", 1000, "buckets", 0, "documents", 0), shown.get("overfull"));
    }
    assertEquals(0, fields(stats).get("parts.near").get("documents"));
  }

  public void testOverfullBuckets() {
    create("news", 1);
    index("news", 1100, i -> Map.of("near", Fingerprint.toHex((i < 1050 ? 7L : i) << 48 | i)));
    List<?> blocks = (List<?>) fields(stats("news", "near")).get("near").get("blocks");
    assertEquals(
        List.of(
            Map.of("threshold", 1000, "buckets", 1, "documents", 1050),
            Map.of("threshold", 3300, "buckets", 0, "documents", 0),
            Map.of("threshold", 3300, "buckets", 0, "documents", 0),
            Map.of("threshold", 1000, "buckets", 0, "documents", 0)),
        blocks.stream().map(block -> ((Map<?, ?>) block).get("overfull")).toList());
  }

  public void testWhatIsMissing() {
    create("news", 2);
    create("unmapped", 1, "{}");
    Map<String, Object> whole =
        Map.of("fingerprint", HEX, "profile", "0123456789ab", "signature", SIGNATURE);
    index(
        "news",
        Map.of(
            "1", Map.of("near", whole),
            "2", Map.of("near", Map.of("fingerprint", HEX, "profile", "ba9876543210")),
            "3", Map.of("near", whole),
            "4", Map.of("near", HEX, "parts", List.of(Map.of("near", HEX), Map.of())),
            "5", Map.of("views", 5, "parts", List.of(Map.of("near", HEX))),
            "6", Map.of("near", Map.of("profile", "0123456789ab", "signature", SIGNATURE))));
    index("unmapped", Map.of("1", Map.of("views", 5)));
    Map<String, Map<String, Object>> fields = fields(stats("news,unmapped", "near", "p*", "also"));
    assertEquals(Set.of("also", "near", "parts.near"), fields.keySet());
    Map<String, Object> near = new HashMap<>(fields.get("near"));
    assertEquals(near, fields.get("also"));
    near.remove("blocks");
    assertEquals(
        Map.ofEntries(
            Map.entry("documents", 6),
            Map.entry("fingerprints", 4),
            Map.entry("without_fingerprint", 2),
            Map.entry("without_profile", 1),
            Map.entry("signatures", 3),
            Map.entry("without_signature", 2),
            Map.entry(
                "profiles",
                List.of(
                    Map.of("profile", "0123456789ab", "documents", 3),
                    Map.of("profile", "ba9876543210", "documents", 1))),
            Map.entry("other_profiles", 0),
            Map.entry(
                "signature_parameters",
                List.of(Map.of("parameters", "6:none:1024:24x2", "documents", 3))),
            Map.entry("other_signature_parameters", 0)),
        near);
    assertEquals("objects, not documents", 3, fields.get("parts.near").get("documents"));
    assertEquals(2, fields.get("parts.near").get("fingerprints"));
  }

  /** A name may be a field of another type in another index. */
  public void testOnlyFieldsOfTheType() {
    create("news", 1);
    create("text", 1, "{\"properties\": {\"near\": {\"type\": \"text\"}}}");
    index("news", Map.of("1", Map.of("near", HEX)));
    index("text", Map.of("1", Map.of("near", "a text")));
    IndexStats stats = stats("*", "near");
    assertEquals(0, stats.getFailedShards());
    assertEquals(1, fields(stats).get("near").get("documents"));
    assertEquals(1, fields(stats).get("near").get("fingerprints"));
  }

  /** A field of type minhash has no fingerprints; another index may map the name as simhash. */
  public void testAMinHashField() {
    create("news", 1);
    create("tagged", 2, "{\"properties\": {\"near\": {\"type\": \"minhash\", \"hashes\": 512}}}");
    index("news", Map.of("1", Map.of("near", HEX)));
    index(
        "tagged",
        Map.of(
            "2", Map.of("near", List.of("red", "green")),
            "3", Map.of("near", "blue"),
            "4", Map.of("views", 4)));
    Map<String, Object> tagged = fields(stats("tagged", "*")).get("near");
    assertEquals(3, tagged.get("documents"));
    assertEquals(0, tagged.get("fingerprints"));
    assertEquals(2, tagged.get("signatures"));
    assertEquals(
        List.of(Map.of("parameters", "6:none:512:24x2", "documents", 2)),
        tagged.get("signature_parameters"));
    assertFalse(tagged.containsKey("blocks"));
    Map<String, Object> both = fields(stats("*", "near")).get("near");
    assertEquals(4, both.get("documents"));
    assertEquals(1, both.get("fingerprints"));
    assertEquals(2, both.get("signatures"));
  }

  /** A shard that cannot answer is reported, and the others are counted. */
  public void testAShardThatIsNotAvailableIsAFailure() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    createUnavailable("nowhere");
    IndexStats stats = stats("news,nowhere", "near");
    assertEquals(2, stats.getTotalShards());
    assertEquals(1, stats.getSuccessfulShards());
    assertEquals(1, stats.getFailedShards());
    assertEquals(1, fields(stats).get("near").get("documents"));
  }

  public void testAnAliasWithAFilterCountsItsDocuments() {
    create("news", 2);
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "some", "{\"term\": {\"views\": 1}}")
        .get();
    index("news", 10, i -> Map.of("near", i, "views", i % 2));
    assertEquals(5, fields(stats("some", "near")).get("near").get("fingerprints"));
  }

  public void testMistakesAreSentences() {
    create("news", 2);
    for (String field : List.of("near.block_0", "views", "absent")) {
      refuse(
          "[fields] must name fields of type [simhash] or [minhash] but ["
              + field
              + "] is not one in [news]",
          "news",
          "near",
          field);
    }
    refuse("[fields] must name at least one field, and no empty one", "news", "near", " ");
    assertEquals(Map.of(), fields(stats("news", "x*")));
    assertEquals(Map.of(), fields(stats("x*", "near")));
    expectThrows(IndexNotFoundException.class, () -> stats("absent", "near"));
  }

  public void testMoreFieldsThanARequestMayCount() {
    for (int index = 0; index < 2; index++) {
      Map<String, Object> properties = new HashMap<>();
      for (int i = 0; i < 9; i++) {
        properties.put("near" + index + i, Map.of("type", "simhash"));
      }
      indicesAdmin()
          .prepareCreate("many" + index)
          .setMapping(Map.of("properties", properties))
          .get();
    }
    assertEquals(9, fields(stats("many0", "*")).size());
    refuse("[fields] must match at most [16] fields but matches more", "many0,many1", "*");
  }

  private void refuse(String sentence, String indices, String... fields) {
    Exception e =
        expectThrows(
            IllegalArgumentException.class, Arrays.toString(fields), () -> stats(indices, fields));
    assertEquals(sentence, e.getMessage());
  }
}
