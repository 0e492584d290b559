package io.simhash.elasticsearch.sample;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.clusters.ClusterCost;
import io.simhash.elasticsearch.clusters.ClustersNode;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.RunAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.search.TransportMultiSearchAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchShardTarget;
import org.elasticsearch.search.query.SearchTimeoutException;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.junit.After;

/** Estimates against a comparison of all documents, on one node. */
public class EstimateNodeTests extends ClustersNode {

  private static final SignatureParameters DEFAULT =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);

  private static final SignatureParameters OTHER =
      new SignatureParameters(Optional.empty(), Bands.DEFAULT);

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  private static EstimateRequest request(
      String index, QueryBuilder query, int sampleSize, long seed, TimeValue limit) {
    return new EstimateRequest(
        index.split(","), "near", SameFields.NONE, null, query, sampleSize, seed, limit);
  }

  private Map<String, Object> estimate(String index, QueryBuilder query, int size, long seed) {
    return client()
        .execute(EstimateAction.TYPE, request(index, query, size, seed, null))
        .actionGet(TEST_REQUEST_TIMEOUT)
        .body();
  }

  private Map<String, Object> estimate(String index) {
    return estimate(index, QueryBuilders.matchAllQuery(), 10_000, 0);
  }

  /** A value within some bits, and with some components of others, of a family's. */
  private static NearValue member(long centre, long[] minima, int changes) {
    long fingerprint = centre;
    for (int flips = between(0, 10); flips > 0; flips--) {
      fingerprint ^= 1L << between(0, 63);
    }
    long[] own = minima.clone();
    for (int i = 0; i < changes; i++) {
      own[between(0, own.length - 1)] = randomLong();
    }
    return switch (between(0, 9)) {
      case 0 -> new NearValue(OptionalLong.of(fingerprint), Optional.empty());
      case 1 -> new NearValue(OptionalLong.empty(), Optional.of(DEFAULT.signature(own)));
      case 2 -> new NearValue(fingerprint, Optional.of(OTHER.signature(own)));
      default -> new NearValue(fingerprint, Optional.of(DEFAULT.signature(own)));
    };
  }

  private static List<NearValue> families(int count, int maxSize) {
    List<NearValue> values = new ArrayList<>();
    for (int family = 0; family < count; family++) {
      long centre = randomLong();
      long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
      for (int size = between(1, maxSize); size > 0; size--) {
        values.add(member(centre, minima, between(0, 300)));
      }
    }
    return values;
  }

  private static void assertExact(List<NearValue> values, Map<String, Object> body) {
    assertExact(values, (value, other) -> true, body);
  }

  /**
   * @param compared whether two values are compared at all
   */
  private static void assertExact(
      List<NearValue> values,
      BiPredicate<NearValue, NearValue> compared,
      Map<String, Object> body) {
    assertEquals(Long.valueOf(values.size()), at(body, "documents"));
    assertEquals(Integer.valueOf(values.size()), at(body, "sample/size"));
    assertEquals(Boolean.FALSE, at(body, "timed_out"));
    List<Map<String, Object>> curve = at(body, "curve");
    assertEquals(EstimateRun.CURVE.size(), curve.size());
    for (int i = 0; i < EstimateRun.CURVE.size(); i++) {
      NearRule rule = NearRule.of(null, EstimateRun.CURVE.get(i), true);
      double duplicates = 0;
      double stories = 0;
      for (NearValue value : values) {
        long neighbours =
            values.stream()
                .filter(each -> each != value && compared.test(value, each))
                .filter(each -> rule.holds(value, each))
                .count();
        duplicates += neighbours > 0 ? 1 : 0;
        stories += 1. / (1 + neighbours);
      }
      Map<String, Object> row = curve.get(i);
      assertEquals(EstimateRun.CURVE.get(i), at(row, "min_similarity"), 0.0);
      assertFigure(
          "at " + EstimateRun.CURVE.get(i), duplicates, values.size(), at(row, "near_duplicates"));
      assertFigure("at " + EstimateRun.CURVE.get(i), stories, values.size(), at(row, "stories"));
    }
    assertEquals(curve.getFirst().get("near_duplicates"), body.get("near_duplicates"));
    assertEquals(curve.getFirst().get("stories"), body.get("stories"));
  }

  private static void assertFigure(
      String message, double count, int documents, Map<String, Object> figure) {
    assertEquals(message, count / documents, number(figure, "share"), 1e-6);
    assertEquals(message, count / documents, number(figure, "lower"), 1e-6);
    assertEquals(message, count / documents, number(figure, "upper"), 1e-6);
    assertEquals(message, Math.round(count), ((Number) figure.get("count")).longValue(), 1);
  }

  private static double number(Map<String, Object> figure, String name) {
    return ((Number) figure.get(name)).doubleValue();
  }

  /**
   * A sample of all documents is exact: short texts, documents without signatures or with others,
   * and a family with more members than hits are read.
   */
  public void testAllDocuments() {
    create("news", between(1, 5));
    List<NearValue> values = new ArrayList<>(families(60, 6));
    long centre = randomLong();
    long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
    for (int i = 0; i < EstimateRun.MAX_FOUND + 20; i++) {
      values.add(member(centre, minima, i * 3));
    }
    Map<String, NearValue> stored = indexed(values, randomBoolean());
    assertExact(List.copyOf(stored.values()), estimate("news"));
  }

  /**
   * Within equal values a sample of all documents is exact too: of several values and of none, of
   * two fields, and of a document with more neighbours of its value than hits are read.
   */
  public void testSame() {
    create("news", between(1, 4));
    List<NearValue> values = new ArrayList<>(families(60, 9));
    long centre = randomLong();
    long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
    int near = EstimateRun.MAX_FOUND + 300;
    values.add(new NearValue(centre, Optional.of(DEFAULT.signature(minima))));
    for (int i = 1; i < near; i++) {
      // Near to the first one, and hardly to each other.
      values.add(member(centre, minima, 420));
    }
    Map<NearValue, List<Object>> same = new IdentityHashMap<>();
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (NearValue value : values) {
      int left = values.size() - same.size();
      int kind = left > near ? between(0, 3) : left % 10 == 1 ? 1 : 0;
      Map<String, Object> source = new HashMap<>(source(value));
      switch (kind) {
        case 0 -> source.put("views", 7);
        case 1 -> {}
        case 2 -> source.put("views", List.of(8, 7));
        default -> source.put("title", "seven");
      }
      same.put(value, List.of(kind, kind == 3 ? "seven" : ""));
      sources.put("" + (10_000 + same.size()), source);
    }
    index("news", sources);
    EstimateRequest request =
        new EstimateRequest(
            new String[] {"news"},
            "near",
            new SameFields(List.of("title", "views")),
            null,
            QueryBuilders.matchAllQuery(),
            10_000,
            0,
            null);
    Map<String, Object> body =
        client().execute(EstimateAction.TYPE, request).actionGet(TEST_REQUEST_TIMEOUT).body();
    assertExact(values, (value, other) -> same.get(value).equals(same.get(other)), body);
    assertEquals(
        Long.valueOf(ClusterCost.heap(values.size(), false, true)),
        at(body, "clusters_run/heap_in_bytes"));
    assertNotEquals(body.get("stories"), estimate("news").get("stories"));
  }

  /** Then the distance of the fingerprints decides, by which there is no curve. */
  public void testNoDocumentHasASignature() {
    create("news", between(1, 3));
    List<NearValue> bare = new ArrayList<>();
    for (NearValue value : families(60, 6)) {
      value.fingerprint().ifPresent(f -> bare.add(new NearValue(f, Optional.empty())));
    }
    Collection<NearValue> values = indexed(bare, false).values();
    Map<String, Object> body = estimate("news");
    NearRule rule = new NearRule.Radius(NearRule.DEFAULT_RADIUS);
    double duplicates = 0;
    double stories = 0;
    for (NearValue value : values) {
      long near = values.stream().filter(other -> rule.holds(value, other)).count();
      duplicates += near > 1 ? 1 : 0;
      stories += 1. / near;
    }
    List<Map<String, Object>> curve = at(body, "curve");
    assertEquals(1, curve.size());
    Map<String, Object> row = curve.getFirst();
    assertEquals(Set.of("max_distance", "near_duplicates", "stories"), row.keySet());
    assertEquals(NearRule.DEFAULT_RADIUS, row.get("max_distance"));
    assertTrue(duplicates > 0 && duplicates < values.size());
    assertFigure("duplicates", duplicates, values.size(), at(row, "near_duplicates"));
    assertFigure("stories", stories, values.size(), at(row, "stories"));
    assertEquals(row.get("near_duplicates"), body.get("near_duplicates"));
    assertEquals(row.get("stories"), body.get("stories"));
    // One signature is enough: then the others are near-duplicates of none.
    NearValue signed = new NearValue(randomLong(), Optional.of(DEFAULT.signature(new long[1024])));
    index("news", Map.of("signed", source(signed), "copy", source(signed)));
    body = estimate("news");
    assertEquals(EstimateRun.CURVE.size(), EstimateNodeTests.<List<?>>at(body, "curve").size());
    assertEquals(Long.valueOf(2), at(body, "near_duplicates/count"));
  }

  /** Documents of other indices count; those that do not match do not, also as neighbours. */
  public void testWhichDocuments() {
    create("news", between(1, 3));
    create("older", 1);
    createIndex("other");
    List<NearValue> values = families(20, 4);
    Map<String, Map<String, Object>> first = new TreeMap<>();
    Map<String, Map<String, Object>> second = new TreeMap<>();
    List<NearValue> matching = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Map<String, Object> source = new TreeMap<>(source(values.get(i)));
      source.put("views", i % 3);
      if (i % 3 != 0) {
        matching.add(values.get(i));
      }
      // The same ids in both.
      (i % 2 == 0 ? first : second).put("" + i / 2, source);
    }
    index("news", first);
    index("older", second);
    assertExact(values, estimate("news,older,other"));
    QueryBuilder query = QueryBuilders.rangeQuery("views").gte(1);
    assertExact(matching, estimate("news,older", query, 10_000, 5));
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "some", query)
        .addAlias("older", "some", query)
        .get();
    assertExact(matching, estimate("some"));
  }

  /**
   * Near-duplicates with one of two frames count, in whichever index; other pages with it do not.
   */
  public void testCommonPassages() {
    List<String> frames =
        List.of(
            "The harbour reports every ship that has arrived since the last morning tide. Captains"
                + " who have not paid their fees by the evening lose their place at the quay. ",
            "Letters to the editor are welcome. They are read by two people, and shortened where"
                + " that is needed; nobody can be paid for them, or get them back by mail. ");
    Map<String, Map<String, Object>> pages = new TreeMap<>();
    // Those without a signature are near-duplicates of none.
    List<NearValue> values =
        Stream.generate(() -> families(1, 1).getFirst())
            .filter(value -> value.signature().isPresent())
            .limit(20)
            .toList();
    for (int i = 0; i < 40; i++) {
      Map<String, Object> page = new TreeMap<>(source(values.get(i < 20 ? i : i % 10)));
      String own = String.join(" ", randomList(20, 20, () -> randomAlphaOfLength(7)));
      page.put("text", (i < 25 ? frames.get(i % 2) : "") + own);
      pages.put("" + i, page);
    }
    create("older", 1);
    index("older", Map.of("1", source(values.get(15))));
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"properties": {"near": {"type": "simhash"}, "text": {"type": "text", "fields": {
                  "passages": {"type": "passages"}}}}}"""));
    index("news", pages);
    EstimateRequest request =
        new EstimateRequest(
            new String[] {"news", "older"},
            "near",
            SameFields.NONE,
            "text.passages",
            QueryBuilders.matchAllQuery(),
            1_000,
            0,
            null);
    Map<String, Object> body =
        client().execute(EstimateAction.TYPE, request).actionGet(TEST_REQUEST_TIMEOUT).body();
    // 0 to 9, each twice more from 20 on, 15, and 15 again in the other index.
    assertFigure("near-duplicates", 32, 41, at(body, "near_duplicates"));
    assertEquals(Integer.valueOf(2), at(body, "common_passages/passages"));
    assertFigure("with a frame", 16, 41, at(body, "common_passages/near_duplicates"));
    assertNull(estimate("news,older").get("common_passages"));
  }

  public void testASampleIsDrawnByItsSeed() {
    create("news", between(1, 3));
    int documents = indexed(families(100, 4), false).size();
    QueryBuilder all = QueryBuilders.matchAllQuery();
    Map<String, Object> one = estimate("news", all, 50, 7);
    assertEquals(Integer.valueOf(50), at(one, "sample/size"));
    assertEquals(Long.valueOf(7), at(one, "sample/seed"));
    assertEquals(Long.valueOf(documents), at(one, "documents"));
    assertEquals(
        Long.valueOf(ClusterCost.heap(documents, false, false)),
        at(one, "clusters_run/heap_in_bytes"));
    assertEquals(one.get("curve"), estimate("news", all, 50, 7).get("curve"));
    long different =
        random()
            .longs(10)
            .mapToObj(seed -> estimate("news", all, 50, seed).get("curve"))
            .distinct()
            .count();
    assertTrue("only [" + different + "] of 10 seeds differ", different > 5);
    double truth = at(estimate("news"), "near_duplicates/share");
    double lower = at(one, "near_duplicates/lower");
    double upper = at(one, "near_duplicates/upper");
    assertTrue(lower < upper);
    assertEquals(truth, (lower + upper) / 2, .35);
  }

  /** Documents of an index may have the same id, under different routings. */
  public void testEqualIdsUnderDifferentRoutings() {
    create("news", 5);
    Set<String> shards = new TreeSet<>();
    for (String routing : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
      var written = prepareIndex("news").setId("1").setRouting(routing).setSource("near", 7).get();
      shards.add(written.getShardId().toString());
    }
    assertTrue(shards.toString(), shards.size() > 2);
    indicesAdmin().prepareRefresh("news").get();
    Map<String, Object> body = estimate("news");
    assertEquals(Long.valueOf(shards.size()), at(body, "documents"));
    assertEquals(Long.valueOf(shards.size()), at(body, "near_duplicates/count"));
    assertEquals(Long.valueOf(1), at(body, "stories/count"));
  }

  public void testNoDocuments() {
    create("news", 1);
    index("news", Map.of("1", Map.of("title", "no fingerprint")));
    EstimateRequest request = request("news", QueryBuilders.matchAllQuery(), 10, 0, null);
    Map<String, Object> body;
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      body = new EstimateRun(task(), request, pointInTime, client(), 1 << 20).run();
    }
    assertWarnings(
        "[near] has no value in any document of [news] that matches and that you may read");
    assertEquals(Long.valueOf(0), at(body, "documents"));
    assertEquals(0.0, at(body, "stories/upper"), 0.0);
    assertEquals(Long.valueOf(0), at(body, "clusters_run/heap_in_bytes"));
  }

  private Client answeringAfter(long millis, ActionType<?> slow) {
    return new FilterClient(client()) {
      @Override
      protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
          ActionType<R> action, Q request, ActionListener<R> listener) {
        if (action == slow) {
          safeSleep(millis);
        }
        super.doExecute(action, request, listener);
      }
    };
  }

  private static CancellableTask task() {
    return new CancellableTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
  }

  /** A run that would be refused is not said to take some seconds. */
  public void testRefusedRuns() {
    long ten = 10_000_000;
    long heap = ClusterCost.heap(ten, false, false);
    assertEquals(83.0, ClusterCost.body(ten, heap, false).get("seconds"));
    assertEquals(
        "a run needs [1591000000] bytes of heap but requests of a node may reserve [1590999999]",
        ClusterCost.body(ten, heap - 1, false).get("refused"));
    assertEquals(
        "the documents to cluster must be at most [max_documents] [10000000] but were [10000001]",
        ClusterCost.body(ten + 1, Long.MAX_VALUE, false).get("refused"));
    create("news", 1);
    index("news", 3, i -> Map.of("near", i));
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      EstimateRequest request = request("news", QueryBuilders.matchAllQuery(), 9, 0, null);
      Map<String, Object> body = new EstimateRun(task(), request, pointInTime, client(), 100).run();
      assertEquals(
          Map.of(
              "documents",
              3L,
              "heap_in_bytes",
              3 * 358L,
              "refused_above_documents",
              0L,
              "refused",
              "a run needs [1074] bytes of heap but requests of a node may reserve [100]"),
          at(body, "clusters_run"));
    }
  }

  /** A run of 3 % fewer documents than the estimate says is not refused, of 3 % more it is. */
  public void testRefusedAbove() {
    create("news", between(1, 3));
    index(
        "news",
        3_100,
        i -> {
          long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
          NearValue value = new NearValue(randomLong(), Optional.of(DEFAULT.signature(minima)));
          Map<String, Object> source = new HashMap<>(source(value));
          source.put("views", i);
          return source;
        });
    updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "1mb").build());
    try {
      QueryBuilder all = QueryBuilders.matchAllQuery();
      long most = at(estimate("news", all, 10, 0), "clusters_run/refused_above_documents");
      assertTrue("[" + most + "]", most > 2_800 && most < 3_000);
      String options = "{'field': 'near', 'query': {'range': {'views': {'lt': %s}}}}";
      long fewer = most * 97 / 100;
      assertEquals(fewer, count(run("news", Strings.format(options, fewer)), "documents"));
      String more = Strings.format(options, most * 103 / 100);
      Exception e = expectThrows(Exception.class, () -> run("news", more));
      assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, CircuitBreakingException.class));
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
  }

  /** When the time is over, the estimate is that of the documents that have been compared. */
  public void testTimeout() {
    create("news", 1);
    indexed(families(300, 4), false);
    EstimateRequest request =
        request("news", QueryBuilders.matchAllQuery(), 400, 0, TimeValue.timeValueSeconds(3));
    try (PointInTime slow =
        pointInTime(answeringAfter(1_000, TransportMultiSearchAction.TYPE), threads())) {
      Map<String, Object> body = new EstimateRun(task(), request, slow, client(), 1 << 20).run();
      assertEquals(Boolean.TRUE, at(body, "timed_out"));
      int compared = at(body, "sample/size");
      assertTrue("[" + compared + "]", compared == 100 || compared == 200);
      double lower = at(body, "near_duplicates/lower");
      assertTrue(lower < EstimateNodeTests.<Double>at(body, "near_duplicates/share"));
    }
    request =
        request("news", QueryBuilders.matchAllQuery(), 400, 0, TimeValue.timeValueMillis(500));
    try (PointInTime slow =
        pointInTime(answeringAfter(1_000, TransportMultiSearchAction.TYPE), threads())) {
      EstimateRun run = new EstimateRun(task(), request, slow, client(), 1 << 20);
      ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, run::run);
      assertEquals("[timeout] [500ms] was over before documents were compared", e.getMessage());
      assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
    }
  }

  /** The search that draws the sample fails on a shard where its time is over. */
  public void testTimeoutOfDraw() {
    create("news", 1);
    index("news", 3, i -> Map.of("near", i));
    SearchShardTarget shard = new SearchShardTarget("node", new ShardId("news", "uuid", 0), null);
    ShardSearchFailure failure =
        new ShardSearchFailure(new SearchTimeoutException(shard, "Time exceeded"), shard);
    Exception failed =
        new SearchPhaseExecutionException(
            "query", "Partial shards failure", new ShardSearchFailure[] {failure});
    Client late =
        new FilterClient(client()) {
          @Override
          @SuppressWarnings("unchecked")
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (action == TransportMultiSearchAction.TYPE) {
              var item = new MultiSearchResponse.Item(null, failed);
              var answers = new MultiSearchResponse(new MultiSearchResponse.Item[] {item}, 1);
              ActionListener.respondAndRelease(
                  (ActionListener<MultiSearchResponse>) listener, answers);
            } else {
              super.doExecute(action, request, listener);
            }
          }
        };
    EstimateRequest request =
        request("news", QueryBuilders.matchAllQuery(), 3, 0, TimeValue.timeValueMillis(1));
    try (PointInTime pointInTime = pointInTime(late, threads())) {
      EstimateRun run = new EstimateRun(task(), request, pointInTime, client(), 1 << 20);
      ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, run::run);
      assertEquals("[timeout] [1ms] was over before documents were compared", e.getMessage());
      assertEquals(RestStatus.REQUEST_TIMEOUT, e.status());
    }
  }

  /** Common passages are read after the field is checked, and in the time of the request. */
  public void testTimeOfCommonPassages() {
    createWithPassages();
    index("news", Map.of("1", Map.of("near", 7, "text", "no common passage")));
    Client slow = answeringAfter(500, CommonPassagesAction.TYPE);
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      Map<String, Object> body =
          new EstimateRun(task(), ofPassages("near", "text"), pointInTime, slow, 1 << 20).run();
      assertTrue(EstimateNodeTests.<Long>at(body, "took") >= 500);
    }
    EstimateRequest request = ofPassages("neer", "neither");
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> client().execute(EstimateAction.TYPE, request).actionGet(TEST_REQUEST_TIMEOUT));
    assertEquals(
        "[field] must name a field of type [simhash] or [minhash] but [neer] is not mapped in"
            + " [news]",
        e.getMessage());
  }

  private static EstimateRequest ofPassages(String field, String passagesField) {
    return ofPassages(field, passagesField, QueryBuilders.matchAllQuery());
  }

  private static EstimateRequest ofPassages(
      String field, String passagesField, QueryBuilder query) {
    return new EstimateRequest(
        new String[] {"news"}, field, SameFields.NONE, passagesField, query, 1_000, 0, null);
  }

  /** A name in the query is not taken for that of the common passages. */
  public void testCommonPassagesWithANamedQuery() {
    indexTwo();
    QueryBuilder query = QueryBuilders.matchAllQuery().queryName("common_passages");
    Map<String, Object> body =
        client()
            .execute(EstimateAction.TYPE, ofPassages("near", "text", query))
            .actionGet(TEST_REQUEST_TIMEOUT)
            .body();
    assertEquals(Integer.valueOf(0), at(body, "common_passages/passages"));
    assertFigure("near-duplicates", 2, 2, at(body, "near_duplicates"));
    assertFigure("with a passage", 0, 2, at(body, "common_passages/near_duplicates"));
  }

  /** A mistake in the query is not taken for one in {@code passages_field}. */
  public void testMistakesWithCommonPassages() {
    indexTwo();
    Exception ofField = refusal(ofPassages("near", "near"));
    assertEquals(
        "[passages_field] cannot be used: [field] must be of type [passages] but [near] is of type"
            + " [simhash]",
        ofField.getMessage());
    Exception ofQuery =
        refusal(ofPassages("near", "text", QueryBuilders.termQuery("views", "many")));
    assertEquals("For input string: \"many\"", ofQuery.getMessage());
  }

  private Exception refusal(EstimateRequest request) {
    return expectThrows(
        IllegalArgumentException.class,
        () -> client().execute(EstimateAction.TYPE, request).actionGet(TEST_REQUEST_TIMEOUT));
  }

  private void createWithPassages() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"properties": {"near": {"type": "simhash"}, "text": {"type": "passages"},
                  "views": {"type": "long"}}}"""));
  }

  private void indexTwo() {
    createWithPassages();
    Map<String, Object> document = Map.of("near", 7, "text", "no common passage", "views", 1);
    index("news", Map.of("1", document, "2", document));
  }

  /** All terms of these passages would be more clauses than a query may have. */
  public void testLongCommonPassages() {
    createWithPassages();
    Map<String, Map<String, Object>> documents = new TreeMap<>();
    for (int i = 0; i < 20; i++) {
      // Chinese letters have the most terms.
      String text =
          IntStream.range(0, 4_000)
              .map(letter -> between(0x4E00, 0x9FA5))
              .mapToObj(Character::toString)
              .collect(Collectors.joining());
      for (int j = 0; j < 12; j++) {
        documents.put(i + "-" + j, Map.of("near", i, "text", text));
      }
    }
    index("news", documents);
    Map<String, Object> body =
        client()
            .execute(EstimateAction.TYPE, ofPassages("near", "text"))
            .actionGet(TEST_REQUEST_TIMEOUT)
            .body();
    assertEquals(Integer.valueOf(20), at(body, "common_passages/passages"));
    assertFigure("all", 240, 240, at(body, "common_passages/near_duplicates"));
  }

  /** No estimate of a part of the index. */
  public void testAShardThatIsNotAvailableIsAnError() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    createUnavailable("nowhere");
    ElasticsearchException e =
        expectThrows(ElasticsearchException.class, () -> estimate("news,nowhere"));
    assertEquals(e.toString(), RestStatus.SERVICE_UNAVAILABLE, e.status());
  }

  public void testAtMostFourInProgress() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    CountDownLatch searching = holdSearches();
    EstimateRequest request = request("news", QueryBuilders.matchAllQuery(), 10, 0, null);
    List<ActionFuture<RunAction.Response>> estimates = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      estimates.add(client().execute(EstimateAction.TYPE, request));
    }
    ElasticsearchStatusException e =
        expectThrows(ElasticsearchStatusException.class, () -> estimate("news"));
    searching.countDown();
    assertEquals("at most [4] estimates may be in progress on a node", e.getMessage());
    assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
    estimates.forEach(each -> each.actionGet(TEST_REQUEST_TIMEOUT));
    estimate("news");
  }
}
