package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.junit.After;

/** What a run writes: one document a cluster into an index, and ids into the documents. */
public class ClusterOutputTests extends ClustersNode {

  private static final String RUN = "{'field': 'near', 'max_distance': 3, ";
  private static final String UPDATE = RUN + "'update': {'field': 'cluster_id'}}";
  private static final String DEST = RUN + "'dest': {'index': 'groups'}}";

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

  /** The value of a field by id, without documents that have none. */
  private Map<String, Object> values(String index, String field) {
    indicesAdmin().prepareRefresh(index).get();
    Map<String, Object> values = new TreeMap<>();
    SearchResponse response = client().prepareSearch(index).setSize(1000).get();
    try {
      for (SearchHit hit : response.getHits()) {
        Object value = hit.getSourceAsMap().get(field);
        if (value != null) {
          values.put(hit.getId(), value);
        }
      }
    } finally {
      response.decRef();
    }
    return values;
  }

  public void testDestination() {
    createNews();
    assertEquals(2, run("news", DEST).clusters);
    assertEquals(Map.of("1", 2, "3", 2), values("groups", "size"));
    assertEquals(Map.of("1", 1, "3", 0), values("groups", "diameter"));
    assertEquals(Map.of("_index", "news", "_id", "3"), values("groups", "canonical").get("3"));
    assertEquals(
        List.of(Map.of("_index", "news", "_id", "1"), Map.of("_index", "news", "_id", "2")),
        values("groups", "members").get("1"));
  }

  /** Documents of the clustered indices are never overwritten, whatever the destination's name. */
  public void testDestinationIsClustered() {
    createNews();
    create("older", 1);
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAlias("news", "all"));
    String sentence =
        "[dest.index] must not refer to an index that is clustered but [%s] refers to [news]";
    for (String dest : List.of("news", "all", "<news>")) {
      for (String typed : List.of("news", "older,news", "all", "n*")) {
        String body = RUN + "'dest': {'index': '" + dest + "'}}";
        Exception e = expectThrows(IllegalArgumentException.class, () -> run(typed, body));
        assertEquals(String.format(Locale.ROOT, sentence, dest), e.getMessage());
      }
    }
    assertEquals("b", values("news", "title").get("2"));
    assertEquals(2, run("news", RUN + "'dest': {'index': 'older'}}").clusters);
    assertEquals(Map.of("1", 2, "3", 2), values("older", "size"));
  }

  /** Without a cluster the index is not made. */
  public void testDestinationOfNoCluster() {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    assertEquals(0, run("news", DEST).clusters);
    expectThrows(
        IndexNotFoundException.class, () -> client().prepareSearch("groups").get().decRef());
  }

  /** A second run keeps the ids of clusters, and deletes those that are none any more. */
  public void testDestinationOfASecondRun() {
    createNews();
    run("news", DEST);
    index("groups", Map.of("mine", Map.of("note", "written by a user")));
    client().prepareDelete("news", "4").get();
    index("news", Map.of("7", Map.of("near", 0xfd), "8", Map.of("near", -1)));
    run("news", DEST);
    assertEquals(Map.of("1", 3, "5", 2), values("groups", "size"));
    assertEquals(Map.of("mine", "written by a user"), values("groups", "note"));
  }

  /** Earlier runs are recognised also if the clock of their node was ahead. */
  public void testDestinationOfAClockThatWasAhead() {
    createNews();
    long ahead = System.currentTimeMillis() + 1_000_000_000L;
    index("groups", Map.of("9", Map.of("cluster_run", ahead), "1", Map.of("cluster_run", 3)));
    assertEquals(2, run("news", DEST).clusters);
    assertEquals(Map.of("1", ahead + 1, "3", ahead + 1), values("groups", "cluster_run"));
  }

  /** An id is the same before and after an alias, or a wildcard, gets a second index. */
  public void testIdsOfAliases() {
    createNews();
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAlias("news", "all"));
    Set<String> prefixed = Set.of("news/1", "news/3");
    assertEquals(Set.of("1", "3"), members(run("news", DEST)).keySet());
    assertEquals(prefixed, members(run("all", DEST)).keySet());
    assertEquals(prefixed, members(run("new*", DEST)).keySet());
    create("newer", 1);
    assertEquals(prefixed, members(run("new*", DEST)).keySet());
    assertEquals(prefixed, members(run("news,newer", DEST)).keySet());
  }

  /** A cluster whose id is longer than 512 bytes is written under a hash of it. */
  public void testDestinationOfLongIds() {
    create("news", 1);
    String id = "a".repeat(510);
    index("news", Map.of(id, Map.of("near", 7), "b", Map.of("near", 7)));
    assertEquals(1, run("news,new*", DEST).clusters);
    String hash =
        MessageDigests.toHexString(
            MessageDigests.sha256().digest(("news/" + id).getBytes(StandardCharsets.UTF_8)));
    assertEquals(Map.of(hash, "news/" + id), values("groups", "id"));
  }

  /** The clusters that are kept for the response are accounted with their strings, no others. */
  public void testMemoryOfTheResponse() {
    CountingBreaker breaker = new CountingBreaker(Long.MAX_VALUE);
    try (Reservation memory = new Reservation(breaker)) {
      ListedClusters listed = new ListedClusters(task(), 2, memory);
      for (int size : new int[] {2, 150, 3}) {
        listed.accept(found("" + size, size));
      }
      long kept = listed.largest().stream().mapToLong(FoundCluster::listedBytes).sum();
      assertEquals(kept, breaker.getUsed());
      assertEquals(
          List.of(FoundCluster.MEMBERS_LISTED, 3),
          listed.largest().stream().map(cluster -> cluster.members().size()).toList());
    }
    assertEquals(0, breaker.getUsed());
  }

  /** Long ids fill the heap sooner: they are accounted by their length. */
  public void testMemoryOfLongIdsInTheResponse() {
    assertEquals(1_000, list(1));
    expectThrows(CircuitBreakingException.class, () -> list(500));
  }

  /** Keeps 1,000 clusters of ten members with ids of a length in 10 MB. */
  private static int list(int length) {
    CountingBreaker breaker = new CountingBreaker(10 << 20);
    try (Reservation memory = new Reservation(breaker)) {
      ListedClusters listed = new ListedClusters(task(), 1_000, memory);
      for (int i = 0; i < 1_000; i++) {
        listed.accept(found("a".repeat(length), 10));
      }
      return listed.largest().size();
    }
  }

  private static FoundCluster found(String id, int size) {
    Member member = new Member("news", id, null, 0, 0, null);
    return new FoundCluster(id, size, 0, member, Collections.nCopies(size, member));
  }

  /** Members that are read are accounted with their strings. */
  public void testMemoryOfLongIdsThatAreRead() {
    for (int length : new int[] {1, 400}) {
      String index = "news";
      create(index, 1);
      Map<String, Map<String, Object>> sources = new TreeMap<>();
      for (int i = 0; i < 1_000; i++) {
        sources.put(i + "a".repeat(length), Map.of("near", 7));
      }
      index(index, sources);
      CountingBreaker breaker = new CountingBreaker(700_000);
      ClusterRun run = clusterRun(task(), client(), breaker, () -> 0);
      try (Reservation listed = new Reservation(breaker)) {
        if (length == 1) {
          assertEquals(1, run.run(listed).clusters);
        } else {
          Exception e = expectThrows(Exception.class, () -> run.run(listed));
          assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, CircuitBreakingException.class));
        }
      }
      assertEquals(0, breaker.getUsed());
      assertAcked(indicesAdmin().prepareDelete(index));
    }
  }

  /** Where the destination is an alias of several indices, earlier documents of all are deleted. */
  public void testDestinationOfSeveralIndices() {
    createNews();
    create("groups-1", 1);
    create("groups-2", 1);
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAlias("groups-1", "groups", false)
            .addAlias("groups-2", "groups", true));
    index("groups-1", Map.of("1", Map.of("cluster_run", 1), "9", Map.of("cluster_run", 1)));
    assertEquals(2, run("news", DEST).clusters);
    assertEquals(Map.of(), values("groups-1", "cluster_run"));
    assertEquals(Map.of("1", 2, "3", 2), values("groups-2", "size"));
  }

  /** A document of an earlier run that changes again and again does not keep the run going. */
  public void testDestinationThatChanges() {
    create("groups", 1);
    AtomicInteger rounds = new AtomicInteger();
    Client changing =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (request instanceof BulkRequest && rounds.incrementAndGet() < 5) {
              ClusterOutputTests.this.index("groups", Map.of("9", Map.of("cluster_run", 1)));
            }
            super.doExecute(action, request, listener);
          }
        };
    index("groups", Map.of("9", Map.of("cluster_run", 1)));
    new DestinationSink(changing, progress(), "groups", 2).end();
    assertEquals(1, rounds.get());
    assertEquals(Map.of("9", 1), values("groups", "cluster_run"));
  }

  /** A bulk that a node is too busy for as a whole is sent again; any other failure is one. */
  public void testBusyNode() {
    createNews();
    List<Integer> bulks = new ArrayList<>();
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    Client busy =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            bulks.add(((BulkRequest) request).numberOfActions());
            RuntimeException now = failure.getAndSet(null);
            if (now == null) {
              super.doExecute(action, request, listener);
            } else {
              listener.onFailure(now);
            }
          }
        };
    BulkWriter writer =
        new BulkWriter(busy, progress(), RefreshPolicy.NONE, BulkWriter::requireSuccess);
    failure.set(new EsRejectedExecutionException("busy"));
    writer.add(new IndexRequest("groups").id("1").source("size", 7));
    writer.add(new IndexRequest("groups").id("2").source("size", 8));
    writer.flush();
    assertEquals(Map.of("1", 7, "2", 8), values("groups", "size"));
    assertEquals(List.of(2, 2), bulks);
    failure.set(new ElasticsearchStatusException("broken", RestStatus.BAD_GATEWAY));
    writer.add(new DeleteRequest("groups", "1"));
    assertEquals(
        "broken", expectThrows(ElasticsearchStatusException.class, writer::flush).getMessage());
  }

  /** A bulk is sent when it has 5 MB, however few documents. */
  public void testLargeDocuments() {
    List<Integer> bulks = new ArrayList<>();
    Client counting =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            bulks.add(((BulkRequest) request).numberOfActions());
            super.doExecute(action, request, listener);
          }
        };
    createIndex(
        "groups",
        indicesAdmin().prepareCreate("groups").setMapping("note", "type=text,index=false"));
    BulkWriter writer =
        new BulkWriter(counting, progress(), RefreshPolicy.NONE, BulkWriter::requireSuccess);
    for (int i = 0; i < 12; i++) {
      writer.add(new IndexRequest("groups").id("" + i).source("note", "a".repeat(1 << 20)));
    }
    writer.flush();
    assertEquals(List.of(5, 5, 2), bulks);
  }

  private static ClusterTask task() {
    return new ClusterTask(1, "test", "test", "test", null, Map.of());
  }

  private static RunProgress progress() {
    return new RunProgress(task(), () -> {}, 0);
  }

  public void testUpdate() {
    createNews();
    ClustersResponse first = run("news", UPDATE);
    assertEquals(4, first.update.orElseThrow().updated());
    Map<String, Object> expected = new TreeMap<>(Map.of("1", "1", "2", "1", "3", "3", "4", "3"));
    assertEquals(expected, values("news", "cluster_id"));
    assertEquals("the rest of a document stays", "b", values("news", "title").get("2"));
    // The same again writes nothing.
    ClustersResponse second = run("news", UPDATE);
    assertEquals(0, second.update.orElseThrow().updated());
    assertEquals(4, second.update.orElseThrow().unchanged());
    // One joins, one leaves, one is new.
    index(
        "news",
        Map.of("2", Map.of("near", 0xff00000001L, "cluster_id", "1"), "8", Map.of("near", -1)));
    ClustersResponse third = run("news", UPDATE);
    expected.put("2", "2");
    expected.remove("1");
    expected.putAll(Map.of("3", "2", "4", "2", "5", "5", "8", "5"));
    assertEquals(expected, values("news", "cluster_id"));
    assertEquals(0, third.update.orElseThrow().conflicts());
  }

  /** A document without a fingerprint is in no cluster, so it loses the id of its old one. */
  public void testUpdateOfADocumentThatLostItsFingerprint() {
    createNews();
    run("news", UPDATE);
    index(
        "news",
        Map.of("2", Map.of("cluster_id", "1"), "6", Map.of("title", "f", "cluster_id", "1")));
    String others =
        RUN
            + "'update': {'field': 'cluster_id'}, 'query': {'bool': {'must_not': {'term': {'title': 'f'}}}}}";
    assertEquals(2, run("news", others).update.orElseThrow().updated());
    assertEquals(Map.of("3", "3", "4", "3", "6", "1"), values("news", "cluster_id"));
    assertEquals(1, run("news", UPDATE).update.orElseThrow().updated());
    assertEquals(Map.of("3", "3", "4", "3"), values("news", "cluster_id"));
  }

  /** Plain collapse works on near-duplicates. */
  public void testCollapseOnClusterIds() {
    createNews();
    run("news", UPDATE);
    indicesAdmin().prepareRefresh("news").get();
    SearchResponse response =
        client()
            .prepareSearch("news")
            .setQuery(QueryBuilders.existsQuery("cluster_id"))
            .setCollapse(new CollapseBuilder("cluster_id"))
            .get();
    try {
      assertEquals(2, response.getHits().getHits().length);
    } finally {
      response.decRef();
    }
  }

  /** A document that changes after the point in time is opened is named, and not written. */
  public void testConflicts() {
    createNews();
    UpdateSink sink = new UpdateSink(client(), progress(), "cluster_id", consumer -> {});
    Member first = member("1");
    Member second = member("2");
    Member third = member("3");
    index("news", Map.of("1", Map.of("near", 0xff, "title", "changed")));
    client().prepareDelete("news", "2").get();
    sink.accept(new FoundCluster("1", 3, 0, first, List.of(first, second, third)));
    sink.end();
    assertEquals(1, sink.updated());
    assertEquals(2, sink.conflicts());
    assertEquals(List.of("1", "2"), sink.conflictsNamed().stream().map(Member::id).toList());
    assertEquals(Map.of("3", "1"), values("news", "cluster_id"));
  }

  private Member member(String id) {
    var got = client().prepareGet("news", id).get();
    return new Member("news", id, null, got.getSeqNo(), got.getPrimaryTerm(), null);
  }

  public void testRoutedDocuments() {
    create("news", 3);
    for (String id : List.of("1", "2")) {
      DocWriteResponse written =
          prepareIndex("news").setId(id).setRouting("user" + id).setSource("near", 7).get();
      assertEquals(DocWriteResponse.Result.CREATED, written.getResult());
    }
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(2, run("news", UPDATE).update.orElseThrow().updated());
    assertEquals(Map.of("1", "1", "2", "1"), values("news", "cluster_id"));
  }

  public void testFieldsThatCannotBeUpdated() {
    createNews();
    String keyword = "[update.field] must name a field of type [keyword] but ";
    refuse(keyword + "[group] is not mapped in index [news]", "'update': {'field': 'group'}");
    refuse(keyword + "[text] of index [news] is of type [text]", "'update': {'field': 'text'}");
    assertEquals(Map.of(), values("news", "cluster_id"));
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
        "[update] rebuilds documents from [_source], which is "
            + reason
            + " index [news]; use [dest]",
        "'update': {'field': 'cluster_id'}");
    assertHitCount(client().prepareSearch("news").setQuery(titled("a")), 1);
    assertHitCount(
        client().prepareSearch("news").setQuery(QueryBuilders.existsQuery("cluster_id")), 0);
    assertEquals(1, run("news", RUN + "'size': 1}").clusters);
    assertAcked(indicesAdmin().prepareDelete("news"));
  }

  private static TermQueryBuilder titled(String title) {
    return QueryBuilders.termQuery("title", title);
  }

  public void testUpdateOfDocumentsWithSyntheticSource() {
    createWithSource(
        "news", "{}", Settings.builder().put("index.mapping.source.mode", "synthetic").build());
    index("news", Map.of("1", Map.of("near", 7, "title", "a"), "2", Map.of("near", 7)));
    assertEquals(2, run("news", UPDATE).update.orElseThrow().updated());
    assertEquals(Map.of("1", "1", "2", "1"), values("news", "cluster_id"));
    assertEquals(Map.of("1", "a"), values("news", "title"));
    assertHitCount(client().prepareSearch("news").setQuery(titled("a")), 1);
    assertEquals(2, run("news", UPDATE).update.orElseThrow().unchanged());
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

  /** The same where the run ends between two writes: it is cancelled, or a search fails. */
  public void testAnEndBetweenWrites() {
    index2200();
    ClusterTask task = task();
    AtomicInteger bulks = new AtomicInteger();
    Client cancelling =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (request instanceof BulkRequest && bulks.incrementAndGet() == 1) {
              TaskCancelHelper.cancel(task, "by a test");
            }
            super.doExecute(action, request, listener);
          }
        };
    ClusterRun run = clusterRun(task, cancelling, () -> 0);
    Reservation listed = new Reservation(new CountingBreaker(Long.MAX_VALUE));
    Exception e = expectThrows(TaskCancelledException.class, () -> run.run(listed));
    assertEquals(
        "task cancelled [by a test]: of the clusters, some have been written to [groups] and"
            + " [cluster_id] and the others have not; run it again to complete them",
        e.getMessage());
    assertEquals(1, bulks.get());
  }

  /** 1,100 pairs of equal documents. */
  private void index2200() {
    create("news", 1);
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (int i = 0; i < 2_200; i++) {
      sources.put("" + i, Map.of("near", (i / 2) * 0x9E3779B97F4A7C15L));
    }
    index("news", sources);
  }

  private ClusterRun clusterRun(ClusterTask task, Client child, LongSupplier clock) {
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    return clusterRun(task, child, breaker, clock);
  }

  private ClusterRun clusterRun(
      ClusterTask task, Client child, CircuitBreaker breaker, LongSupplier clock) {
    Map<String, Object> options =
        new HashMap<>(
            Map.of(
                "field",
                "near",
                "max_distance",
                0,
                "min_similarity",
                0,
                "dest",
                Map.of("index", "groups"),
                "update",
                Map.of("field", "cluster_id")));
    return new ClusterRun(
        task,
        new ClustersRequest(new String[] {"news"}, options),
        new IndexNames(
            getInstanceFromNode(ClusterService.class).state(),
            getInstanceFromNode(IndexNameExpressionResolver.class)),
        child,
        client(),
        breaker,
        clock);
  }

  /** Between two bulks that take long, a search keeps the point in time open. */
  public void testThePointInTimeStaysOpenWhileClustersAreWritten() {
    index2200();
    AtomicLong now = new AtomicLong();
    List<String> requests = new ArrayList<>();
    Client slow =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (request instanceof BulkRequest) {
              now.addAndGet(PointInTime.TOUCH_AFTER.millis());
              requests.add("bulk");
            } else if (request instanceof SearchRequest search
                && search.pointInTimeBuilder() != null) {
              requests.add("search");
            }
            super.doExecute(action, request, listener);
          }
        };
    ClustersResponse response =
        clusterRun(task(), slow, now::get)
            .run(new Reservation(new CountingBreaker(Long.MAX_VALUE)));
    assertEquals(2_200, response.update.orElseThrow().updated());
    long bulks = requests.stream().filter("bulk"::equals).count();
    assertEquals(requests.toString(), 5, bulks);
    for (int i = 1; i < requests.size(); i++) {
      boolean twice = requests.get(i).equals("bulk") && requests.get(i - 1).equals("bulk");
      assertFalse(requests.toString(), twice);
    }
  }

  /** A failure in the middle says that what was written stays. */
  public void testAFailureWhileWriting() {
    createNews();
    createIndex(
        "groups", indicesAdmin().prepareCreate("groups").setMapping("diameter", "type=boolean"));
    Exception e = expectThrows(Exception.class, () -> run("news", DEST));
    assertTrue(
        e.toString(),
        e.getMessage()
            .endsWith(
                ": of the clusters, some have been written to [groups] and the others have not;"
                    + " run it again to complete them"));
    assertTrue(e.toString(), e.getMessage().startsWith("cannot write ["));
  }
}
