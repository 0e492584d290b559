package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Definition;
import io.simhash.core.cluster.Families;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.PluginNode;
import io.simhash.elasticsearch.clusters.LargestClusters.FoundCluster;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.RunAction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** One node with the plugin, and documents to cluster. */
public abstract class ClustersNode extends PluginNode {

  protected static final String MAPPING =
      """
      {"properties": {
        "near": {"type": "simhash"}, "also": {"type": "alias", "path": "near"},
        "published": {"type": "date"}, "views": {"type": "long"}, "title": {"type": "keyword"},
        "cluster_id": {"type": "keyword"}, "text": {"type": "text"},
        "story": {"properties": {"id": {"type": "keyword"}, "note": {"type": "keyword"}}},
        "parts": {"type": "nested", "properties": {"near": {"type": "simhash"}}}}}""";

  protected void create(String index, int shards) {
    createIndex(
        index,
        indicesAdmin()
            .prepareCreate(index)
            .setSettings(Settings.builder().put("index.number_of_shards", shards))
            .setMapping(mapping()));
  }

  protected String mapping() {
    return MAPPING;
  }

  protected void blockWrites(String index, boolean blocked) {
    indicesAdmin()
        .prepareUpdateSettings(index)
        .setSettings(Settings.builder().put("index.blocks.write", blocked))
        .get();
  }

  /** An index whose shard is on no node. */
  protected void createUnavailable(String index) {
    indicesAdmin()
        .prepareCreate(index)
        .setSettings(Settings.builder().put("index.routing.allocation.require._name", "nowhere"))
        .setMapping(MAPPING)
        .setWaitForActiveShards(ActiveShardCount.NONE)
        .get();
  }

  /** Lets the searches of the node wait. */
  protected CountDownLatch holdSearches() {
    CountDownLatch held = new CountDownLatch(1);
    for (int i = threads().info(ThreadPool.Names.SEARCH).getMax(); i > 0; i--) {
      threads().executor(ThreadPool.Names.SEARCH).execute(() -> safeAwait(held));
    }
    return held;
  }

  /** Indexes documents by id, in several bulks, so that there are several segments. */
  protected void index(String index, Map<String, ? extends Map<String, ?>> documents) {
    List<String> ids = List.copyOf(documents.keySet());
    for (int from = 0; from < ids.size(); from += 100) {
      BulkRequestBuilder bulk = client().prepareBulk();
      for (String id : ids.subList(from, Math.min(from + 100, ids.size()))) {
        bulk.add(new IndexRequest(index).id(id).source(documents.get(id)));
      }
      assertFalse(bulk.get().hasFailures());
      indicesAdmin().prepareRefresh(index).get();
    }
  }

  /** Indexes documents whose ids are the numbers from 0. */
  protected void index(String index, int count, IntFunction<? extends Map<String, ?>> source) {
    Map<String, Map<String, ?>> documents = new TreeMap<>();
    IntStream.range(0, count).forEach(i -> documents.put("" + i, source.apply(i)));
    index(index, documents);
  }

  /** The source of a document with that value. */
  protected static Map<String, Object> source(NearValue value) {
    Map<String, Object> near = new HashMap<>();
    value.fingerprint().ifPresent(f -> near.put("fingerprint", Fingerprint.toHex(f)));
    value.signature().ifPresent(signature -> near.put("signature", signature.toBase64()));
    return Map.of("near", near);
  }

  /** Indexes the values in random order; with deletions, every seventh is deleted again. */
  protected Map<String, NearValue> indexed(List<NearValue> values, boolean deletions) {
    Map<String, NearValue> byId = new TreeMap<>();
    for (NearValue value : values) {
      byId.put(String.format(Locale.ROOT, "%05d", between(0, 99_999)), value);
    }
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    byId.forEach((id, value) -> sources.put(id, source(value)));
    sources.put("none", Map.of("title", "no fingerprint"));
    index("news", sources);
    if (deletions) {
      List<String> ids = new ArrayList<>(byId.keySet());
      for (int i = 0; i < ids.size(); i += 7) {
        client().prepareDelete("news", ids.get(i)).get();
        byId.remove(ids.get(i));
      }
      indicesAdmin().prepareRefresh("news").get();
    }
    return byId;
  }

  /** The values that a run by a rule compares. */
  static Map<String, NearValue> compared(Map<String, NearValue> values, NearRule rule) {
    Map<String, NearValue> compared = new TreeMap<>(values);
    compared.values().removeIf(Families.areCompared(values.values(), rule).negate());
    return compared;
  }

  /** The clusters by their definition, by the id of each: what a response must list. */
  static Map<String, List<String>> expected(
      Map<String, NearValue> stored, NearRule rule, Linkage linkage) {
    Map<String, NearValue> values = compared(stored, rule);
    List<String> ids = List.copyOf(values.keySet());
    List<NearValue> all = List.copyOf(values.values());
    int[] of =
        Definition.representatives(
            all.size(), linkage, (a, b) -> rule.holds(all.get(a), all.get(b)));
    return clusters(ids, of);
  }

  /** The clusters of some documents, by the representative of each. */
  static Map<String, List<String>> clusters(List<String> ids, int[] of) {
    Map<String, List<String>> clusters = new TreeMap<>();
    for (int i = 0; i < of.length; i++) {
      clusters.computeIfAbsent(ids.get(of[i]), id -> new ArrayList<>()).add(ids.get(i));
    }
    clusters.values().removeIf(members -> members.size() < 2);
    clusters.replaceAll(
        (id, members) -> members.subList(0, Math.min(members.size(), FoundCluster.MEMBERS_LISTED)));
    return clusters;
  }

  protected ThreadPool threads() {
    return getInstanceFromNode(ThreadPool.class);
  }

  /** A point in time of the index {@code news}. */
  protected PointInTime pointInTime(Client child, ThreadPool threads) {
    return new PointInTime(child, client(), threads, new OpenPointInTimeRequest("news"));
  }

  /** The body of the response to a run. */
  protected Map<String, Object> run(String indices, String options) {
    return start(client(), indices, options).actionGet(TEST_REQUEST_TIMEOUT).body();
  }

  static ActionFuture<RunAction.Response> start(Client client, String indices, String options) {
    return client.execute(
        ClustersAction.TYPE, new ClustersRequest(indices.split(","), json(options)));
  }

  static Map<String, Object> json(String text) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, text.replace('\'', '"'), true);
  }

  /** A part of a body, by the names on the way to it; null if it is not there. */
  @SuppressWarnings("unchecked")
  protected static <T> T at(Map<String, Object> body, String path) {
    Object value = body;
    for (String name : path.split("/")) {
      value = value == null ? null : ((Map<?, ?>) value).get(name);
    }
    return (T) value;
  }

  protected static long count(Map<String, Object> body, String path) {
    return ClustersNode.<Number>at(body, path).longValue();
  }

  /** The source of a search, in which quotes may be single. */
  protected SearchSourceBuilder source(String json) {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json.replace('\'', '"'))) {
      return new SearchSourceBuilder().parseXContent(parser, true, feature -> true);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The body of the response to a search, of which no shard failed. */
  protected Map<String, Object> search(String json, String... indices) {
    SearchRequestBuilder search = client().prepareSearch(indices).setSource(source(json));
    Map<String, Object> body = new HashMap<>();
    ElasticsearchAssertions.assertResponse(
        search,
        response -> {
          ElasticsearchAssertions.assertNoFailures(response);
          body.putAll(
              XContentHelper.convertToMap(JsonXContent.jsonXContent, response.toString(), true));
        });
    return body;
  }

  /** A fingerprint of which the lowest bits are set. */
  protected static long bits(int count) {
    return (1L << count) - 1;
  }

  /** The searches of the shards of the index {@code news} until now. */
  protected long searches() {
    return indicesAdmin()
        .prepareStats("news")
        .clear()
        .setSearch(true)
        .get()
        .getTotal()
        .search
        .getTotal()
        .getQueryCount();
  }

  static List<FoundCluster> clusters(Map<String, Object> body) {
    return at(body, "clusters");
  }

  /** The ids of the members by the id of their cluster. */
  static Map<String, List<String>> members(Map<String, Object> body) {
    Map<String, List<String>> members = new TreeMap<>();
    for (FoundCluster cluster : clusters(body)) {
      members.put(cluster.id(), cluster.members().stream().map(ClusterDocument::id).toList());
      int listed = Math.min(FoundCluster.MEMBERS_LISTED, cluster.size());
      assertEquals(listed, cluster.members().size());
    }
    return members;
  }

  /** The number of hits of a search in {@code news}, and its first warning. */
  protected String hitsAndWarning(SearchSourceBuilder search) {
    PlainActionFuture<String> found = new PlainActionFuture<>();
    client()
        .prepareSearch("news")
        .setSource(search)
        .execute(
            found.map(
                response -> {
                  String warning =
                      threads().getThreadContext().getResponseHeaders().get("Warning").getFirst();
                  return response.getHits().getHits().length
                      + " hits; "
                      + HeaderWarning.extractWarningValueFromWarningHeader(warning, false);
                }));
    return found.actionGet(TEST_REQUEST_TIMEOUT);
  }

  /** All memory that a run reserved has been given back, and its point in time is closed. */
  protected void assertNothingIsLeft() throws Exception {
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    assertBusy(() -> assertEquals(0, breaker.getUsed()));
    assertBusy(() -> assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts()));
  }
}
