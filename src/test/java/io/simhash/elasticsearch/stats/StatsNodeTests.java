package io.simhash.elasticsearch.stats;

import io.simhash.core.block.BlockCounts;
import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.SimHashPlugin;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.threadpool.ThreadPoolStats;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The statistics of fields on one node. */
@LuceneTestCase.SuppressCodecs("*")
public class StatsNodeTests extends ESSingleNodeTestCase {

  private static final String MAPPING =
      """
      {"properties": {
        "near": {"type": "simhash"}, "also": {"type": "alias", "path": "near"},
        "number": {"type": "long"},
        "parts": {"type": "nested", "properties": {"near": {"type": "simhash"}}}}}""";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  private void create(String index, int shards) {
    client()
        .admin()
        .indices()
        .prepareCreate(index)
        .setSettings(Settings.builder().put("index.number_of_shards", shards))
        .setMapping(MAPPING)
        .get();
  }

  private void index(String index, String id, Map<String, ?> source) {
    prepareIndex(index).setId(id).setSource(source).get();
  }

  private void refresh(String index) {
    client().admin().indices().prepareRefresh(index).get();
  }

  private TransportStatsAction.Response stats(String indices, String... fields) {
    return client()
        .execute(
            TransportStatsAction.TYPE,
            new TransportStatsAction.Request(
                Strings.splitStringByCommaToArray(indices), List.of(fields)))
        .actionGet(TEST_REQUEST_TIMEOUT);
  }

  private static Map<String, Object> json(TransportStatsAction.Response response, String field) {
    Map<String, Object> body =
        XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(response), true);
    @SuppressWarnings("unchecked")
    Map<String, Map<String, Object>> fields = (Map<String, Map<String, Object>>) body.get("fields");
    return fields.get(field);
  }

  public void testBucketsOfAllShardsAreAddedUp() {
    create("news", between(1, 5));
    create("older", 1);
    BlockCounts[] expected = new BlockCounts[Blocks.COUNT];
    Arrays.setAll(expected, block -> new BlockCounts());
    for (int i = 0; i < 200; i++) {
      long fingerprint = randomBoolean() ? randomLong() & 0xffff_ffff_ffffL : randomLong();
      index(i % 4 == 0 ? "older" : "news", "" + i, Map.of("near", Fingerprint.toHex(fingerprint)));
      if (i % 10 == 0) {
        client().prepareDelete(i % 4 == 0 ? "older" : "news", "" + i).get();
      } else {
        for (int block = 0; block < Blocks.COUNT; block++) {
          expected[block].add(Blocks.value(fingerprint, block), 1);
        }
      }
    }
    refresh("*");
    TransportStatsAction.Response response = stats("news,older", "*");
    assertEquals(0, response.getFailedShards());
    assertEquals(List.of("near", "parts.near"), List.copyOf(response.fields.keySet()));
    Map<String, Object> near = json(response, "near");
    assertEquals(180, near.get("documents"));
    assertEquals(180, near.get("fingerprints"));
    for (int block = 0; block < Blocks.COUNT; block++) {
      Map<?, ?> shown = (Map<?, ?>) ((List<?>) near.get("blocks")).get(block);
      assertEquals(expected[block].distinct(), shown.get("distinct_values"));
      assertEquals(
          expected[block].largest(5).stream()
              .map(b -> Map.of("value", Blocks.term(b.value()), "documents", (int) b.documents()))
              .toList(),
          shown.get("largest_buckets"));
    }
    assertEquals(0, json(response, "parts.near").get("documents"));
  }

  public void testWhatIsMissing() {
    create("news", 2);
    String signature =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT)
            .signature(LongStream.range(0, 1024).toArray())
            .toBase64();
    String hex = "9f3c00a1b2c3d4e5";
    Map<String, Object> whole =
        Map.of("fingerprint", hex, "profile", "0123456789ab", "signature", signature);
    index("news", "1", Map.of("near", whole));
    index("news", "2", Map.of("near", Map.of("fingerprint", hex, "profile", "ba9876543210")));
    index("news", "3", Map.of("near", whole));
    index("news", "4", Map.of("near", hex, "parts", List.of(Map.of("near", hex), Map.of())));
    index("news", "5", Map.of("number", 5, "parts", List.of(Map.of("near", hex))));
    index("news", "6", Map.of("near", Map.of("profile", "0123456789ab", "signature", signature)));
    refresh("news");
    TransportStatsAction.Response response = stats("news", "near", "p*", "also");
    assertEquals(List.of("also", "near", "parts.near"), List.copyOf(response.fields.keySet()));
    Map<String, Object> near = new HashMap<>(json(response, "near"));
    assertEquals(near, json(response, "also"));
    near.remove("blocks");
    List<?> bands = (List<?>) near.remove("bands");
    assertEquals(4, bands.size());
    for (Object band : bands) {
      Map<?, ?> only = (Map<?, ?>) ((List<?>) ((Map<?, ?>) band).get("largest_buckets")).getFirst();
      assertEquals("all signatures are equal", 3, only.get("documents"));
    }
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
                List.of(Map.of("parameters", "3:none:1024:64x2", "documents", 3))),
            Map.entry("other_signature_parameters", 0)),
        near);
    assertEquals("objects, not documents", 3, json(response, "parts.near").get("documents"));
    assertEquals(2, json(response, "parts.near").get("fingerprints"));
  }

  /** A shard that cannot answer is reported, and the others are counted. */
  public void testAShardThatIsNotAvailableIsAFailure() {
    create("news", 1);
    index("news", "1", Map.of("near", 7));
    refresh("news");
    client()
        .admin()
        .indices()
        .prepareCreate("nowhere")
        .setSettings(Settings.builder().put("index.routing.allocation.require._name", "nowhere"))
        .setMapping(MAPPING)
        .setWaitForActiveShards(ActiveShardCount.NONE)
        .get();
    TransportStatsAction.Response response = stats("news,nowhere", "near");
    assertEquals(2, response.getTotalShards());
    assertEquals(1, response.getSuccessfulShards());
    assertEquals(1, response.getFailedShards());
    assertEquals("nowhere", response.getShardFailures()[0].index());
    assertEquals(1, json(response, "near").get("documents"));
  }

  public void testFewShardsAtATimeEachAsItsCaller() throws Exception {
    ThreadPool pool = getInstanceFromNode(ThreadPool.class);
    Executor threads = TransportStatsAction.threads(pool);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    CountDownLatch done = new CountDownLatch(20);
    for (int i = 0; i < 20; i++) {
      String caller = "caller-" + i;
      try (ThreadContext.StoredContext ignored = pool.getThreadContext().stashContext()) {
        pool.getThreadContext().putHeader("caller", caller);
        threads.execute(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              String found = pool.getThreadContext().getHeader("caller");
              if (caller.equals(found) == false) {
                wrong.add(caller + " ran as " + found);
              }
              if (Thread.currentThread().getName().contains("[generic]") == false) {
                wrong.add(Thread.currentThread().getName());
              }
              safeSleep(5);
              running.decrementAndGet();
              done.countDown();
            });
      }
    }
    assertTrue(done.await(30, TimeUnit.SECONDS));
    assertTrue(wrong.toString(), wrong.isEmpty());
    assertEquals(TransportStatsAction.MAX_SHARDS, most.get());
  }

  public void testNoThreadOfSearchesIsUsed() {
    create("news", 5);
    long before = completedSearches();
    stats("news", "*");
    assertEquals(before, completedSearches());
  }

  private long completedSearches() {
    return getInstanceFromNode(ThreadPool.class).stats().stats().stream()
        .filter(pool -> pool.name().equals(ThreadPool.Names.SEARCH))
        .mapToLong(ThreadPoolStats.Stats::completed)
        .sum();
  }

  public void testSignaturesOfTwoBands() {
    create("news", 1);
    String signature =
        new SignatureParameters(Optional.empty(), new Bands(64, 2, 2))
            .signature(LongStream.range(0, 64).toArray())
            .toBase64();
    index(
        "news",
        "1",
        Map.of("near", Map.of("fingerprint", "9f3c00a1b2c3d4e5", "signature", signature)));
    refresh("news");
    Map<String, Object> near = json(stats("news", "near"), "near");
    assertEquals(2, ((List<?>) near.get("bands")).size());
    assertEquals(4, ((List<?>) near.get("blocks")).size());
  }

  public void testCountsAreReadAsTheyWereWritten() throws Exception {
    create("news", 1);
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), Bands.DEFAULT);
    for (int i = 0; i < 30; i++) {
      String signature =
          parameters.signature(random().longs(Bands.DEFAULT.hashes()).toArray()).toBase64();
      Map<String, Object> value =
          Map.of("fingerprint", Fingerprint.toHex(randomLong()), "signature", signature);
      index("news", "" + i, Map.of("near", value));
    }
    refresh("news");
    TransportStatsAction.Response response = stats("news", "near");
    FieldStats stats = response.fields.get("near");
    FieldStats read = copyWriteable(stats, writableRegistry(), FieldStats::new);
    FieldStats[] both = {stats, read};
    String[] shown = new String[2];
    for (int i = 0; i < 2; i++) {
      shown[i] =
          Strings.toString(
              new TransportStatsAction.Response(1, List.of(), Map.of("near", both[i])));
    }
    assertEquals(shown[0], shown[1]);
  }

  public void testMistakesAreSentences() {
    create("news", 2);
    client()
        .admin()
        .indices()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "some", "{\"term\": {\"number\": 1}}")
        .get();
    refuse(
        "[fields] must name fields of type [simhash] but [near.block_0] of index [news] is of type"
            + " [keyword]",
        "news",
        "near.block_0");
    refuse(
        "[index] must not be an alias with a filter, because all documents of its index would be"
            + " counted, but was [some]",
        "some",
        "near");
    assertEquals(Map.of(), stats("news", "x*").fields);
    assertEquals(Map.of(), stats("x*", "near").fields);
    expectThrows(IndexNotFoundException.class, () -> stats("absent", "near"));
  }

  public void testMoreFieldsThanMemoryIsBoundedFor() {
    for (int index = 0; index < 2; index++) {
      Map<String, Object> properties = new HashMap<>();
      for (int i = 0; i < 9; i++) {
        properties.put("near" + index + i, Map.of("type", "simhash"));
      }
      client()
          .admin()
          .indices()
          .prepareCreate("many" + index)
          .setMapping(Map.of("properties", properties))
          .get();
    }
    assertEquals(9, stats("many0", "*").fields.size());
    refuse("[fields] must match at most [16] fields but matches more", "many0,many1", "*");
  }

  private void refuse(String sentence, String indices, String... fields) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> stats(indices, fields));
    assertEquals(sentence, e.getMessage());
  }

  public void testACancelledCountEnds() {
    create("news", 1);
    ShardStatsReader reader =
        new ShardStatsReader(
            getInstanceFromNode(org.elasticsearch.indices.IndicesService.class)
                .indexServiceSafe(resolveIndex("news")),
            0,
            field -> true,
            () -> {
              throw new TaskCancelledException("cancelled");
            });
    index("news", "1", Map.of("near", 7));
    refresh("news");
    expectThrows(TaskCancelledException.class, () -> reader.read(List.of("near")));
  }

  public void testFieldsThatTheCallerMayNotSeeAreNotMapped() throws Exception {
    create("news", 1);
    ShardStatsReader reader =
        new ShardStatsReader(
            getInstanceFromNode(org.elasticsearch.indices.IndicesService.class)
                .indexServiceSafe(resolveIndex("news")),
            0,
            field -> field.equals("parts.near"),
            () -> {});
    assertEquals(
        List.of("parts.near"), List.copyOf(reader.read(List.of("*", "near", "number")).keySet()));
  }
}
