package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Definition;
import io.simhash.core.cluster.Families;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.run.CountingBreaker;
import io.simhash.elasticsearch.run.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.junit.After;

/** Cluster runs with {@code same}, against the definition of clusters within equal values. */
public class ClustersSameTests extends ClustersNode {

  /** A field of each kind; their values are what JSON has. */
  private static final Map<String, List<Object>> VALUES =
      Map.of(
          "tenant", List.of("a", "A", "b", "ä", ""),
          "number", List.of(1, 2, -1),
          "share", List.of(.5, 1.5),
          "flag", List.of(true, false),
          "day", List.of("2026-01-01", "2026-01-02"),
          "instant", List.of("2026-01-01T00:00:00.000000001Z", "2026-01-01T00:00:00.000000002Z"),
          "address", List.of("10.0.0.1", "::1"));

  @Override
  protected String mapping() {
    return """
        {"properties": {
          "near": {"type": "simhash"}, "text": {"type": "text"}, "cluster_id": {"type": "keyword"},
          "tenant": {"type": "keyword"}, "customer": {"type": "alias", "path": "tenant"},
          "number": {"type": "integer"}, "share": {"type": "half_float"},
          "flag": {"type": "boolean"},
          "day": {"type": "date", "format": "yyyy||strict_date"}, "instant": {"type": "date_nanos"},
          "address": {"type": "ip"}, "plain": {"type": "keyword", "doc_values": false},
          "parts": {"type": "nested", "properties": {"tenant": {"type": "keyword"}}}}}""";
  }

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  /** One or two values of each field, in any order, one now and then twice; or none. */
  private static Map<String, Object> randomValues() {
    Map<String, Object> values = new HashMap<>();
    VALUES.forEach(
        (field, offered) -> {
          List<Object> some = new ArrayList<>();
          for (int i = between(0, 3); i > 0; i--) {
            some.add(randomFrom(offered));
          }
          if (some.isEmpty() == false) {
            values.put(field, some.size() == 1 ? some.getFirst() : some);
          }
        });
    return values;
  }

  /** The sets of values of some fields of a document. */
  static List<?> tuple(Map<String, Object> source, List<String> fields) {
    return fields.stream()
        .map(field -> field.equals("customer") ? "tenant" : field)
        .map(field -> source.getOrDefault(field, List.of()))
        .map(value -> value instanceof List<?> list ? list : List.of(value))
        .map(
            list ->
                list.stream().map(Object::toString).collect(Collectors.toCollection(TreeSet::new)))
        .toList();
  }

  /** Documents with values of all fields, on several shards, in several segments. */
  private Map<String, Map<String, Object>> indexDocuments(int families) {
    create("news", between(1, 4));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    Map<String, NearValue> values = new TreeMap<>();
    for (NearValue value : Families.of(random(), families, 12, 10)) {
      String id = String.format(Locale.ROOT, "%05d", between(0, 99_999));
      Map<String, Object> source = new HashMap<>(source(value));
      source.putAll(randomValues());
      source.put("text", randomFrom("a text of some words", "a text of other words"));
      sources.put(id, source);
      values.put(id, value);
    }
    index("news", sources);
    stored = values;
    return sources;
  }

  private Map<String, NearValue> stored;

  /** Both rules, both linkages, each kind of field and several at a time. */
  public void testAgainstTheDefinition() {
    Map<String, Map<String, Object>> sources = indexDocuments(50);
    Map<String, NearRule> rules =
        Map.of(
            "", NearRule.of(null, null, true),
            "'max_distance': 9, ", new NearRule.Radius(9),
            "'max_distance': 9, 'min_similarity': 0.6, ", NearRule.of(9, .6, true));
    List<List<String>> same = new ArrayList<>();
    VALUES.keySet().forEach(field -> same.add(List.of(field)));
    same.add(List.of("customer"));
    same.add(List.of("flag", "tenant"));
    same.add(List.copyOf(VALUES.keySet()));
    for (List<String> fields : same) {
      rules.forEach((options, rule) -> assertClusters(sources, fields, options, rule));
    }
  }

  private void assertClusters(
      Map<String, Map<String, Object>> sources,
      List<String> fields,
      String options,
      NearRule rule) {
    List<String> ids = List.copyOf(compared(stored, rule).keySet());
    for (Linkage linkage : Linkage.values()) {
      int[] of =
          Definition.representatives(
              ids.size(),
              linkage,
              (a, b) ->
                  tuple(sources.get(ids.get(a)), fields)
                          .equals(tuple(sources.get(ids.get(b)), fields))
                      && rule.holds(stored.get(ids.get(a)), stored.get(ids.get(b))));
      String names = fields.stream().map(f -> "'" + f + "'").collect(Collectors.joining(","));
      String body = "{'field': 'near', %s'size': 10000, 'linkage': '%s', 'same': [%s]}";
      Map<String, Object> response = run("news", body.formatted(options, linkage, names));
      assertEquals(names + options + linkage, clusters(ids, of), members(response));
      assertEquals(ids.size(), count(response, "documents"));
    }
  }

  /** Equal documents of two values are two elements, of which the texts confirm each by itself. */
  public void testConfirm() {
    create("news", between(1, 3));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (int i = 0; i < 40; i++) {
      String text = i % 5 == 0 ? "other words here" : "a text of some words";
      sources.put("" + (10 + i), Map.of("near", 7, "tenant", "t" + i % 3, "text", text));
    }
    index("news", sources);
    String options =
        "{'field': 'near', 'max_distance': 3, 'same': 'tenant', 'linkage': '%s', 'confirm':"
            + " {'field': 'text', 'shingle': {'unit': 'token', 'size': 1}}}";
    for (Linkage linkage : Linkage.values()) {
      Map<String, Object> response = run("news", options.formatted(linkage));
      Map<String, Long> expected =
          sources.values().stream()
              .collect(
                  Collectors.groupingBy(
                      source -> source.get("tenant") + "/" + source.get("text"),
                      Collectors.counting()));
      assertEquals(6, expected.size());
      assertEquals(
          expected.values().stream().map(Long::intValue).sorted().toList(),
          clusters(response).stream().map(LargestClusters.FoundCluster::size).sorted().toList());
      for (LargestClusters.FoundCluster cluster : clusters(response)) {
        assertEquals(
            1,
            cluster.members().stream()
                .map(member -> tuple(sources.get(member.id()), List.of("tenant", "text")))
                .distinct()
                .count());
      }
    }
  }

  /** The ids of clusters of two values are different, and each document keeps the rest. */
  public void testUpdate() {
    create("news", between(1, 3));
    index("news", 20, i -> Map.of("near", 7, "number", i % 2, "text", "text " + i));
    Map<String, Object> response =
        run("news", "{'field': 'near', 'same': ['number'], 'update': {'field': 'cluster_id'}}");
    assertEquals(2L, count(response, "clusters_found"));
    assertEquals(2L, count(response, "stories"));
    for (int number = 0; number < 2; number++) {
      Map<String, Object> hits =
          search("{'size': 0, 'query': {'term': {'cluster_id': '%s'}}}".formatted(number), "news");
      assertEquals(10L, count(hits, "hits/total/value"));
    }
  }

  /**
   * Values of indices with fields of several types; a field that one index does not map; and values
   * that are in both, in another order.
   */
  public void testSeveralIndices() {
    create("news", between(1, 3));
    createIndex(
        "olds",
        indicesAdmin()
            .prepareCreate("olds")
            .setMapping(
                "near",
                "type=simhash",
                "number",
                "type=long",
                "day",
                "type=date",
                "flag",
                "type=boolean"));
    index("news", 4, i -> Map.of("near", 7, "number", List.of(i / 2, 9), "day", "2026-01-01"));
    index("olds", 4, i -> Map.of("near", 7, "number", List.of(9, i / 2, 9), "flag", true));
    Map<String, Object> one = run("news,olds", "{'field': 'near', 'same': 'number'}");
    assertEquals(
        Map.of("news/0", List.of("0", "1", "0", "1"), "news/2", List.of("2", "3", "2", "3")),
        members(one));
    Map<String, Object> two = run("news,olds", "{'field': 'near', 'same': ['number', 'day']}");
    assertEquals(4L, count(two, "clusters_found"));
    // No document of news has a tenant, and olds has no such field.
    Map<String, Object> three = run("news,olds", "{'field': 'near', 'same': 'tenant'}");
    assertEquals(1L, count(three, "clusters_found"));
    assertEquals(8L, count(three, "clustered_documents"));
  }

  public void testMistakes() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 1)));
    Map<String, String> sentences =
        Map.of(
            "'absent'",
            "[same] must hold fields that are mapped but [absent] is not mapped in [news]",
            "['tenant', 'absent']",
            "[same] must hold fields that are mapped but [absent] is not mapped in [news]",
            "'text'",
            "[same] must hold fields of keywords, numbers, booleans or dates but [text] is of type"
                + " [text]",
            "'plain'",
            "[same] must hold fields with doc values but [plain] has none",
            "'parts.tenant'",
            "[same] needs a field outside nested objects but [parts.tenant] is inside [parts]: a"
                + " document has a value there for each of its objects");
    sentences.forEach(
        (same, sentence) -> {
          String options = "{'field': 'near', 'same': " + same + "}";
          Exception e = expectThrows(Exception.class, () -> run("news", options));
          assertEquals(sentence, e.getMessage());
        });
  }

  /** A run and its searches account for different values: with few a run just fits. */
  public void testMemoryOfValues() {
    create("news", 1);
    int documents = 20_000;
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = 0; i < documents; i++) {
      String tenant = "t".repeat(100) + i;
      Map<String, Object> source = Map.of("near", randomLong(), "tenant", tenant, "number", i % 3);
      bulk.add(new IndexRequest("news").source(source));
    }
    assertFalse(bulk.get().hasFailures());
    indicesAdmin().prepareRefresh("news").get();
    String same = "{'field': 'near', 'size': 0, 'same': '%s'}";
    String few = same.formatted("number");
    String many = same.formatted("tenant");
    long heap = ClusterCost.heap(documents, false, true);
    assertEquals(20_000L, count(run(heap, few), "documents"));
    assertBreaks(() -> run(heap, many));
    String limit = heap + "b";
    updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", limit).build());
    try {
      assertEquals(20_000L, count(run("news", few), "documents"));
      assertBreaks(() -> run("news", many));
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
    // A shard has the values in its answer and in its table.
    assertShardBreaks(documents * 135, () -> run(Long.MAX_VALUE, many));
  }

  /** A run that may reserve this much itself; its searches account for theirs elsewhere. */
  private Map<String, Object> run(long heap, String options) {
    ClustersRequest request = new ClustersRequest(new String[] {"news"}, json(options));
    ClusterTask task = new ClusterTask(1, "test", "test", "test", null, Map.of());
    ClusterRun run = new ClusterRun(task, request, false, client(), client(), threads());
    return run.run(new Reservation(new CountingBreaker(heap), "test"));
  }

  /** Each search that compares documents within equal values accounts for them on its shard. */
  public void testMemoryOfValuesInSearches() {
    create("news", 1);
    index("news", 100, i -> Map.of("near", 1, "tenant", "t".repeat(20_000) + i));
    String same = "'field': 'near', 'same': 'tenant'";
    String retriever =
        "{'_source': false, 'retriever': {'near_duplicate_collapse': {%s, 'retriever': {'standard': {'query':"
            + " {'match_all': {}}}}}}}";
    String aggregation = "{'size': 0, 'aggs': {'a': {'near_duplicates': {%s}}}}";
    for (String search : List.of(retriever, aggregation)) {
      String limited = search.formatted(same);
      assertShardBreaks(1_000_000, () -> search(limited, "news"));
      search(limited, "news");
    }
  }

  /** The memory is too much already where the values are read: not only where they are merged. */
  private void assertShardBreaks(int limit, ThrowingRunnable run) {
    updateClusterSettings(
        Settings.builder().put("indices.breaker.request.limit", limit + "b").build());
    try {
      Exception e = expectThrows(Exception.class, run);
      String failure = ExceptionsHelper.stackTrace(e);
      assertTrue(failure, failure.contains("[request] Data too large"));
      assertFalse(failure, failure.contains("<reduce_aggs>"));
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
  }

  private static void assertBreaks(ThrowingRunnable run) {
    Exception e = expectThrows(Exception.class, run);
    assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, CircuitBreakingException.class));
  }
}
