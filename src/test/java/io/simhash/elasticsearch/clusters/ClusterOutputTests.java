package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;

import io.simhash.elasticsearch.clusters.LargestClusters.FoundCluster;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.CountingBreaker;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.elasticsearch.run.RunAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentType;
import org.junit.After;

/** What a run lists, and the ids that it writes into documents. */
public class ClusterOutputTests extends ClustersNode {

  private static final String RUN = "{'field': 'near', 'max_distance': 3, ";
  private static final String UPDATE = RUN + "'update': {'field': 'cluster_id'}}";
  private static final String MEMBERS = RUN + "'update': {'field': 'cluster_id', 'single': false}}";

  private static final ShardId SHARD = new ShardId("news", "uuid", 0);
  private static final ClusterFields CLUSTER_ID =
      new ClusterFields(
          new NearOptions("near", 3, null, true),
          null,
          "cluster_id",
          null,
          null,
          null,
          SameFields.NONE);

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  private void createNews() {
    create("news", between(1, 3));
    index(
        "news",
        Map.of(
            "1", Map.of("near", 0xff, "title", "a"),
            "2", Map.of("near", 0xfe, "title", "b"),
            "3", Map.of("near", 0xff00000000L, "title", "c"),
            "4", Map.of("near", 0xff00000000L, "title", "d"),
            "5", Map.of("near", -1, "title", "e"),
            "6", Map.of("title", "no fingerprint")));
  }

  /** The sources by id as a search finds them now. */
  private Map<String, Map<String, Object>> sources() {
    List<Map<String, Object>> hits = at(search("{'size': 1000}", "news"), "hits/hits");
    return hits.stream()
        .collect(Collectors.toMap(hit -> (String) hit.get("_id"), hit -> at(hit, "_source")));
  }

  /** The value of a field by id, without documents that have none. */
  private Map<String, Object> values(String field) {
    Map<String, Object> values = new TreeMap<>();
    sources().forEach((id, source) -> values.put(id, source.get(field)));
    values.values().removeIf(Objects::isNull);
    return values;
  }

  /** Every document that matches has an id, which searches see when the run ends. */
  public void testUpdate() {
    createNews();
    Map<String, Object> first = run("news", UPDATE);
    assertEquals(6, count(first, "update/updated"));
    assertEquals(4, count(first, "stories"));
    Map<String, Object> expected = new TreeMap<>();
    expected.putAll(Map.of("1", "1", "2", "1", "3", "3", "4", "3", "5", "5", "6", "6"));
    assertEquals(expected, values("cluster_id"));
    assertEquals("the rest of a document stays", "b", values("title").get("2"));
    // The same again, at once, writes nothing, and finds no document that was changed.
    assertEquals(
        Map.of("updated", 0L, "unchanged", 6L, "conflicts", 0L, "conflicting_documents", List.of()),
        at(run("news", UPDATE), "update"));
    // One joins, one leaves, one is new.
    index(
        "news",
        Map.of("2", Map.of("near", 0xff00000001L, "cluster_id", "1"), "8", Map.of("near", -1)));
    Map<String, Object> third = run("news", UPDATE);
    expected.putAll(Map.of("2", "2", "3", "2", "4", "2", "8", "5"));
    assertEquals(expected, values("cluster_id"));
    assertEquals(4, count(third, "update/updated"));
    assertEquals(0, count(third, "update/conflicts"));
    assertEquals(4, count(third, "stories"));
  }

  /** Only documents that the query matches are written, and counted as stories. */
  public void testUpdateOfAQuery() {
    createNews();
    String some =
        RUN + "'update': {'field': 'cluster_id'}, 'query': {'terms': {'title': ['a', 'c']}}}";
    Map<String, Object> response = run("news", some);
    assertEquals(2, count(response, "stories"));
    assertEquals(Map.of("1", "1", "3", "3"), values("cluster_id"));
  }

  /** Members only; a document that left all clusters, also by losing its value, has no id. */
  public void testUpdateOfMembersOnly() {
    createNews();
    assertEquals(4, count(run("news", MEMBERS), "update/updated"));
    assertEquals(Map.of("1", "1", "2", "1", "3", "3", "4", "3"), values("cluster_id"));
    index(
        "news",
        Map.of("2", Map.of("cluster_id", "1"), "6", Map.of("title", "f", "cluster_id", "1")));
    String others =
        MEMBERS.substring(0, MEMBERS.length() - 1)
            + ", 'query': {'bool': {'must_not': {'term': {'title': 'f'}}}}}";
    assertEquals(2, count(run("news", others), "update/updated"));
    assertEquals(Map.of("3", "3", "4", "3", "6", "1"), values("cluster_id"));
    assertEquals(1, count(run("news", MEMBERS), "update/updated"));
    assertEquals(Map.of("3", "3", "4", "3"), values("cluster_id"));
  }

  /** An update leaves the rest of every document as it is, whatever shape that has. */
  public void testTheRestOfEveryDocument() {
    List<String> shapes =
        List.of(
            "'meta': [{'cid': 'mine'}, {'cid': null, 'b': [[1, 2], []]}]",
            "'meta': []",
            "'meta': {}",
            "'meta': null, 'none': null",
            "'meta.a': 1, 'meta': {'b': 2}",
            "'other': [null, 'a', 1.5, true], 'cluster': {'id': 'mine'}, 'far.cluster_id': [1]",
            "'cluster_id': null, 'far': {'cluster_id': 'mine'}",
            "'cluster_id': ['mine', 'yours'], 'other': 'a'");
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"dynamic": false, "properties": {
                  "near": {"type": "simhash"}, "cluster_id": {"type": "keyword"}}}"""));
    for (int i = 0; i < 2 * shapes.size(); i++) {
      // Of equal documents two are members of a cluster, with other values a document is alone.
      String source =
          "{'near': " + (i % 4 < 2 ? 7 : 1L << 5 * i / 4) + ", " + shapes.get(i / 2) + "}";
      prepareIndex("news")
          .setId("" + (100 + i))
          .setSource(source.replace('\'', '"'), XContentType.JSON)
          .get();
    }
    indicesAdmin().prepareRefresh("news").get();
    Map<String, Map<String, Object>> before = rest();
    run("news", UPDATE);
    assertEquals(before, rest());
    assertEquals(before.keySet(), values("cluster_id").keySet());
  }

  /** The sources of all documents by id, without the id of their cluster. */
  private Map<String, Map<String, Object>> rest() {
    Map<String, Map<String, Object>> rest = sources();
    rest.values().forEach(source -> source.remove("cluster_id"));
    return rest;
  }

  /**
   * Indices that cannot be written are refused before neighbours are joined, also if no id changes.
   */
  public void testIndicesThatCannotBeWritten() {
    createNews();
    run("news", UPDATE);
    blockWrites("news", true);
    ClusterTask task = task();
    ClusterRun run = clusterRun(task, client());
    try (Reservation listed = new Reservation(new CountingBreaker(Long.MAX_VALUE), "test")) {
      Exception e = expectThrows(ElasticsearchStatusException.class, () -> run.run(listed));
      assertEquals(
          "[update] cannot write [cluster_id] of index [news]: index [news] blocked by:"
              + " [FORBIDDEN/8/index write (api)];",
          e.getMessage());
      assertEquals(RestStatus.FORBIDDEN, ExceptionsHelper.status(e));
    }
    String status = Strings.toString(task.getStatus());
    assertTrue(status, status.startsWith("{\"phase\":\"reading\","));
    expectThrows(ElasticsearchStatusException.class, () -> run("news", UPDATE));
    blockWrites("news", false);
  }

  /** An id is the same before and after an alias, or a wildcard, gets a second index. */
  public void testIdsOfAliases() {
    createNews();
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAlias("news", "all"));
    Set<String> prefixed = Set.of("news/1", "news/3");
    assertEquals(Set.of("1", "3"), members(run("news", RUN + "'size': 9}")).keySet());
    assertEquals(prefixed, members(run("all", RUN + "'size': 9}")).keySet());
    assertEquals(prefixed, members(run("new*", RUN + "'size': 9}")).keySet());
    create("newer", 1);
    assertEquals(prefixed, members(run("news,newer", RUN + "'size': 9}")).keySet());
    run("new*", UPDATE);
    assertEquals("news/5", values("cluster_id").get("5"));
  }

  /** What is stored with a task names no document. */
  public void testCountsOnly() {
    createNews();
    ClustersRequest request =
        new ClustersRequest(
            new String[] {"news"}, json("{'field': 'near', 'update': {'field': 'cluster_id'}}"));
    request.storeResult();
    RunAction.Response response =
        client().execute(ClustersAction.TYPE, request).actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(
        """
        {"took":5,"documents":5,"incomparable_signatures":0,"candidates":1,"clusters_found":2,\
        "clustered_documents":4,"stories":4,"update":{"updated":6,"unchanged":0,"conflicts":0}}""",
        Strings.toString(response).replaceAll("\"took\":\\d+", "\"took\":5"));
  }

  /** The clusters that are kept for the response are accounted with their strings, no others. */
  public void testMemoryOfTheResponse() {
    CountingBreaker breaker = new CountingBreaker(Long.MAX_VALUE);
    try (Reservation memory = new Reservation(breaker, "test")) {
      LargestClusters largest = new LargestClusters(2, memory);
      for (int size : new int[] {2, 150, 3}) {
        largest.accept(found("" + size, size));
      }
      long kept = largest.list().stream().mapToLong(FoundCluster::bytes).sum();
      assertEquals(kept, breaker.getUsed());
      assertEquals(
          List.of(FoundCluster.MEMBERS_LISTED, 3),
          largest.list().stream().map(cluster -> cluster.members().size()).toList());
    }
    assertEquals(0, breaker.getUsed());
    // A member's id is kept and printed.
    long longer = found("1".repeat(101), 10).bytes() - found("1", 10).bytes();
    assertTrue("" + longer, longer >= 10 * 2 * 100);
  }

  private static FoundCluster found(String id, int size) {
    ClusterDocument member = new ClusterDocument(SHARD, id, null, 0, 0, null, null, null, null);
    return new FoundCluster(id, size, 0, member, Collections.nCopies(Math.min(size, 10), member));
  }

  /** Members that are read are accounted with their strings. */
  public void testMemoryOfLongIdsThatAreRead() {
    for (int length : new int[] {1, 400}) {
      create("news", 1);
      Map<String, Map<String, Object>> sources = new TreeMap<>();
      for (int i = 0; i < 1_000; i++) {
        sources.put(i + "a".repeat(length), Map.of("near", 7));
      }
      index("news", sources);
      CountingBreaker breaker = new CountingBreaker(700_000);
      ClusterRun run = clusterRun(task(), client(), false);
      try (Reservation listed = new Reservation(breaker, "test")) {
        if (length == 1) {
          assertEquals(1, count(run.run(listed), "clusters_found"));
        } else {
          Exception e = expectThrows(Exception.class, () -> run.run(listed));
          assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, CircuitBreakingException.class));
        }
      }
      assertEquals(0, breaker.getUsed());
      assertAcked(indicesAdmin().prepareDelete("news"));
    }
  }

  /** A bulk that a node is too busy for as a whole is sent again; any other failure is one. */
  public void testBusyNode() {
    createNews();
    List<Integer> bulks = new ArrayList<>();
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    Client busy =
        before(
            bulk -> {
              bulks.add(bulk.numberOfActions());
              RuntimeException now = failure.getAndSet(null);
              if (now != null) {
                throw now;
              }
            },
            search -> {});
    UpdateSink sink = new UpdateSink(busy, task(), CLUSTER_ID);
    failure.set(new EsRejectedExecutionException("busy"));
    sink.update(member("1"), "7", null);
    sink.update(member("2"), "8", null);
    sink.end();
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(Map.of("1", "7", "2", "8"), values("cluster_id"));
    // The last document of the shard is in a bulk of its own, which refreshes. Each has one more
    // item, so that the index is not created.
    assertEquals(List.of(2, 2, 2), bulks);
    failure.set(new ElasticsearchStatusException("broken", RestStatus.BAD_GATEWAY));
    UpdateSink broken = new UpdateSink(busy, task(), CLUSTER_ID);
    broken.update(member("3"), "3", null);
    assertEquals(
        "broken", expectThrows(ElasticsearchStatusException.class, broken::end).getMessage());
  }

  private static ClusterTask task() {
    return new ClusterTask(1, "test", "test", "test", null, Map.of());
  }

  /** A document that changes after the point in time is opened is named, and not written. */
  public void testConflicts() {
    createNews();
    UpdateSink sink = new UpdateSink(client(), task(), CLUSTER_ID);
    List<ClusterDocument> members = List.of(member("1"), member("2"), member("3"));
    index("news", Map.of("1", Map.of("near", 0xff, "title", "changed")));
    client().prepareDelete("news", "2").get();
    members.forEach(member -> sink.update(member, "1", null));
    sink.end();
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(1, sink.updated);
    assertEquals(2, sink.conflicts);
    assertEquals(
        Set.of("1", "2"), Set.copyOf(sink.conflictsNamed.stream().map(DocumentName::id).toList()));
    assertEquals(Map.of("3", "1"), values("cluster_id"));
  }

  /** An index that is deleted during a run is named, and is not created again by the next write. */
  public void testAnIndexThatIsDeletedMeanwhile() {
    createNews();
    UpdateSink sink = new UpdateSink(client(), task(), CLUSTER_ID);
    sink.update(member("1"), "1", null);
    try (PointInTime pointInTime = pointInTime(client(), threads())) {
      assertAcked(indicesAdmin().prepareClose("news"));
      Exception e =
          expectThrows(Exception.class, () -> pointInTime.count(QueryBuilders.matchAllQuery()));
      assertTrue(e.getMessage(), e.getMessage().contains("index [news]"));
      assertAcked(indicesAdmin().prepareDelete("news"));
      e = expectThrows(Exception.class, () -> pointInTime.count(QueryBuilders.matchAllQuery()));
      assertEquals("no such index [news]", e.getMessage());
    }
    Exception e = expectThrows(ElasticsearchStatusException.class, sink::end);
    assertEquals(
        "[update] cannot write [cluster_id] of index [news]: no such index [news]", e.getMessage());
    assertEquals(0, indicesAdmin().prepareGetIndex(TEST_REQUEST_TIMEOUT).get().indices().length);
  }

  private ClusterDocument member(String id) {
    var got = client().prepareGet("news", id).get();
    return new ClusterDocument(
        SHARD, id, null, got.getSeqNo(), got.getPrimaryTerm(), null, null, null, null);
  }

  public void testRoutedDocuments() {
    create("news", 3);
    for (String id : List.of("1", "2")) {
      DocWriteResponse written =
          prepareIndex("news").setId(id).setRouting("user" + id).setSource("near", 7).get();
      assertEquals(DocWriteResponse.Result.CREATED, written.getResult());
    }
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(2, count(run("news", UPDATE), "update/updated"));
    assertEquals(Map.of("1", "1", "2", "1"), values("cluster_id"));
  }

  /** Fields that cannot take an id are refused before documents are read. */
  public void testFieldsThatCannotBeUpdated() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"properties": {
                  "near": {"type": "simhash"}, "group": {"type": "keyword"},
                  "also": {"type": "alias", "path": "group"},
                  "lower": {"type": "keyword", "normalizer": "lowercase"},
                  "short": {"type": "keyword", "ignore_above": 256}}}"""));
    index("news", Map.of("1", Map.of("near", 7), "2", Map.of("near", 7)));
    Map<String, String> reasons =
        Map.of(
            "also", "is an alias of [group]",
            "lower", "has a [normalizer]",
            "short", "has [ignore_above] [256], less than [768]");
    reasons.forEach(
        (field, reason) ->
            refuse(
                "[update.field] must name a field that takes every id but ["
                    + field
                    + "] of index [news] "
                    + reason,
                "'update': {'field': '" + field + "'}"));
    assertEquals(
        2, count(run("news", RUN + "'update': {'field': 'group'}}"), "clustered_documents"));
  }

  /** An update would erase what {@code _source} omits. */
  public void testUpdateOfDocumentsWithoutTheirWholeSource() {
    refuseSource("{'excludes': ['title']}", "mapped to omit fields in");
    refuseSource("{'includes': ['near', 'cluster_id']}", "mapped to omit fields in");
    refuseSource("{'enabled': false}", "disabled in");
  }

  private void refuseSource(String source, String reason) {
    createWithSource("news", source.replace('\'', '"'), Settings.EMPTY);
    index("news", Map.of("1", Map.of("near", 7, "title", "a"), "2", Map.of("near", 7)));
    refuse(
        "[update] rebuilds documents from [_source], which is " + reason + " index [news]",
        "'update': {'field': 'cluster_id'}");
    assertHitCount(client().prepareSearch("news").setQuery(titled("a")), 1);
    assertHitCount(
        client().prepareSearch("news").setQuery(QueryBuilders.existsQuery("cluster_id")), 0);
    assertEquals(1, count(run("news", RUN + "'size': 1}"), "clusters_found"));
    assertAcked(indicesAdmin().prepareDelete("news"));
  }

  /** Ids that have no doc value are not read: the documents are found to be equal when written. */
  public void testUpdateOfAFieldWithoutDocValues() {
    assertAcked(
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"properties": {"near": {"type": "simhash"},
                  "cluster_id": {"type": "keyword", "doc_values": false}}}"""));
    index("news", Map.of("1", Map.of("near", 7), "2", Map.of("near", 7)));
    assertEquals(2, count(run("news", UPDATE), "update/updated"));
    assertEquals(
        Map.of("updated", 0L, "unchanged", 2L, "conflicts", 0L, "conflicting_documents", List.of()),
        at(run("news", UPDATE), "update"));
  }

  private static TermQueryBuilder titled(String title) {
    return QueryBuilders.termQuery("title", title);
  }

  public void testUpdateOfDocumentsWithSyntheticSource() {
    createWithSource(
        "news", "{}", Settings.builder().put("index.mapping.source.mode", "synthetic").build());
    index("news", Map.of("1", Map.of("near", 7, "title", "a"), "2", Map.of("near", 7)));
    assertEquals(2, count(run("news", UPDATE), "update/updated"));
    assertEquals(Map.of("1", "1", "2", "1"), values("cluster_id"));
    assertEquals(Map.of("1", "a"), values("title"));
    assertHitCount(client().prepareSearch("news").setQuery(titled("a")), 1);
    assertEquals(2, count(run("news", UPDATE), "update/unchanged"));
  }

  private void createWithSource(String index, String source, Settings settings) {
    String mapping =
        """
        {"_source": %s, "properties": {
          "near": {"type": "simhash"}, "title": {"type": "keyword"},
          "cluster_id": {"type": "keyword"}}}"""
            .formatted(source);
    createIndex(
        index, indicesAdmin().prepareCreate(index).setSettings(settings).setMapping(mapping));
  }

  private void refuse(String sentence, String options) {
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> run("news", RUN + options + "}"));
    assertEquals(sentence, e.getMessage());
  }

  /** A client that does something before it sends each bulk and each search. */
  private Client before(Consumer<BulkRequest> bulk, Consumer<SearchRequest> search) {
    return new FilterClient(client()) {
      @Override
      protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
          ActionType<R> action, Q request, ActionListener<R> listener) {
        try {
          if (request instanceof BulkRequest sent) {
            bulk.accept(sent);
          } else if (request instanceof SearchRequest sent) {
            search.accept(sent);
          }
        } catch (RuntimeException e) {
          listener.onFailure(e);
          return;
        }
        super.doExecute(action, request, listener);
      }
    };
  }

  /** Documents that the caller may not read any more, a moment later, are in no cluster. */
  public void testDocumentsThatAreHiddenMeanwhile() {
    createNews();
    Client hiding =
        before(
            bulk -> {},
            search -> {
              if (search.source().aggregations() != null) {
                search.source().aggregations().getAggregatorFactories().forEach(this::hide);
              }
            });
    for (String linkage : List.of("connected", "star")) {
      CountingBreaker breaker = new CountingBreaker(Long.MAX_VALUE);
      ClustersRequest request =
          new ClustersRequest(
              new String[] {"news"}, new HashMap<>(Map.of("field", "near", "linkage", linkage)));
      ClusterRun run = new ClusterRun(task(), request, false, hiding, client(), threads());
      Map<String, Object> response = run.run(new Reservation(breaker, "test"));
      assertTrue(members(response).toString(), count(response, "clustered_documents") < 4);
    }
  }

  /** Leaves the first document of each shard out of a question about members. */
  private void hide(AggregationBuilder builder) {
    ShardQuestion question = ((DocumentsAggregation) builder).question;
    if (question.part() == ShardQuestion.Part.DOCUMENT && question.docs().isEmpty() == false) {
      question.docs().replaceAll((shard, docs) -> Arrays.copyOfRange(docs, 1, docs.length));
    }
  }

  /** 1,100 pairs of equal documents. */
  private void index2200() {
    create("news", 1);
    index("news", 2_200, i -> Map.of("near", (i / 2) * 0x9E3779B97F4A7C15L));
  }

  private ClusterRun clusterRun(ClusterTask task, Client child) {
    return clusterRun(task, child, true);
  }

  private ClusterRun clusterRun(ClusterTask task, Client child, boolean update) {
    Map<String, Object> options = new HashMap<>(Map.of("field", "near", "max_distance", 0));
    if (update) {
      options.put("update", Map.of("field", "cluster_id"));
    }
    ClustersRequest request = new ClustersRequest(new String[] {"news"}, options);
    return new ClusterRun(task, request, false, child, client(), threads());
  }

  /** An end in the middle says that what was written stays; before the first write, nothing. */
  public void testAnEndWhileWriting() {
    index2200();
    for (int at = 1; at <= 4; at++) {
      indicesAdmin().prepareRefresh("news").get();
      ClusterTask task = task();
      boolean cancelled = at == 4;
      // The first bulk checks that documents can be written.
      AtomicInteger left = new AtomicInteger(cancelled ? 2 : at);
      Client ending =
          before(
              bulk -> {
                if (left.decrementAndGet() == 0) {
                  if (cancelled == false) {
                    throw new ElasticsearchStatusException("broken", RestStatus.BAD_GATEWAY);
                  }
                  TaskCancelHelper.cancel(task, "by a test");
                }
              },
              search -> {});
      ClusterRun run = clusterRun(task, ending);
      Reservation listed = new Reservation(new CountingBreaker(Long.MAX_VALUE), "test");
      Exception e = expectThrows(ElasticsearchException.class, () -> run.run(listed));
      assertEquals(cancelled, e instanceof TaskCancelledException);
      assertEquals(
          (cancelled ? "task cancelled [by a test]" : "broken")
              + (at < 3
                  ? ""
                  : ": some ids have been written to [cluster_id] and the others have not; refresh"
                      + " the index and run it again to complete them"),
          e.getMessage());
      assertEquals("bulks after the end", 0, left.get());
    }
  }
}
