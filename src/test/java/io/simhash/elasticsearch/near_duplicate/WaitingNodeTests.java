package io.simhash.elasticsearch.near_duplicate;

import static org.hamcrest.Matchers.endsWith;

import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.get.TransportMultiGetAction;
import org.elasticsearch.action.get.TransportShardMultiGetAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.IndexShardClosedException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.ConnectTransportException;
import org.elasticsearch.transport.RemoteTransportException;
import org.junit.Before;

/** How the searches of documents are gathered, for whom they run, and what happens if they last. */
public class WaitingNodeTests extends NearDuplicateNode {

  /** Records searches and whom they run as, and holds them; and fails requests. */
  public static final class Witness extends Plugin implements ActionPlugin {

    static final String HEADER = "caller";
    static final List<String> SENT = new CopyOnWriteArrayList<>();
    static final List<SearchRequest> SEARCHES = new CopyOnWriteArrayList<>();
    static final List<CancellableTask> TASKS = new CopyOnWriteArrayList<>();
    static final ConcurrentLinkedQueue<Runnable> HELD = new ConcurrentLinkedQueue<>();
    static final ConcurrentLinkedQueue<Exception> FAILURES = new ConcurrentLinkedQueue<>();
    static volatile String failing;
    static volatile String unanswered;
    static volatile boolean holds;

    private static final Pattern VALUES = Pattern.compile("\"values\" : (\\d+)");

    private ThreadContext context;

    static void forget() {
      SENT.clear();
      SEARCHES.clear();
      TASKS.clear();
      HELD.clear();
      FAILURES.clear();
      holds = false;
      unanswered = null;
    }

    static void release() {
      holds = false;
      Runnable held;
      while ((held = HELD.poll()) != null) {
        held.run();
      }
    }

    /** Fails the next requests of an action, one with each of the failures. */
    static void fail(String action, Exception... failures) {
      failing = action;
      FAILURES.addAll(List.of(failures));
    }

    /** The number of documents that a search is for. */
    private static String documents(SearchRequest search) {
      Matcher values = VALUES.matcher(search.source().query().toString());
      assertTrue(values.find());
      return values.group(1);
    }

    @Override
    public Collection<?> createComponents(PluginServices services) {
      context = services.threadPool().getThreadContext();
      return List.of();
    }

    @Override
    public List<ActionFilter> getActionFilters() {
      return List.of(
          new ActionFilter() {
            @Override
            public int order() {
              return 0;
            }

            @Override
            public <Request extends ActionRequest, Response extends ActionResponse> void apply(
                Task task,
                String action,
                Request request,
                ActionListener<Response> listener,
                ActionFilterChain<Request, Response> chain) {
              Exception failure = action.equals(failing) ? FAILURES.poll() : null;
              if (failure != null) {
                listener.onFailure(failure);
                return;
              }
              if (action.equals(unanswered)) {
                return;
              }
              if (request instanceof SearchRequest search) {
                SEARCHES.add(search);
                TASKS.add((CancellableTask) task);
                SENT.add(context.getHeader(HEADER) + " " + documents(search));
                if (holds) {
                  var restorable = context.newRestorableContext(false);
                  HELD.add(
                      () -> {
                        try (var ignored = restorable.get()) {
                          chain.proceed(task, action, request, listener);
                        }
                      });
                  return;
                }
              }
              chain.proceed(task, action, request, listener);
            }
          });
    }
  }

  /** A processor {@code warn} that warns of the documents with an id that is given. */
  public static final class WarningProcessor extends Plugin implements IngestPlugin {

    @Override
    public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
      return Map.of(
          "warn",
          (factories, tag, description, config, project) -> {
            String id = (String) config.remove("id");
            return new AbstractProcessor(tag, description) {
              @Override
              public IngestDocument execute(IngestDocument document) {
                if (document.getMetadata().getId().equals(id)) {
                  HeaderWarning.addWarning("of document {}", id);
                }
                return document;
              }

              @Override
              public String getType() {
                return "warn";
              }
            };
          });
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return Stream.concat(
            super.getPlugins().stream(), Stream.of(Witness.class, WarningProcessor.class))
        .toList();
  }

  @Before
  public void forgetSearches() {
    Witness.forget();
  }

  private ActionFuture<BulkResponse> start(String caller, IndexRequest... documents) {
    return client().filterWithHeader(Map.of(Witness.HEADER, caller)).bulk(request(documents));
  }

  private void indexAs(String caller, IndexRequest... documents) {
    BulkResponse response = start(caller, documents).actionGet(TEST_REQUEST_TIMEOUT);
    assertFalse(response.buildFailureMessage(), response.hasFailures());
  }

  private static IndexRequest[] documents(int count, IntFunction<IndexRequest> document) {
    return IntStream.range(0, count).mapToObj(document).toArray(IndexRequest[]::new);
  }

  public void testSearchesAreGatheredForEachCallerAndNeverShared() throws Exception {
    createNews("news");
    put("\"min_similarity\": 1");
    NearValue signed = new NearValue(20, Optional.of(signature(0)));
    Witness.holds = true;
    var a = start("a", documents(250, i -> document("a" + i, signed)));
    assertBusy(() -> assertEquals(2, Witness.HELD.size()));
    var b = start("b", documents(50, i -> document("b" + i, signed)));
    // Others of a wait: two of its requests run already. Those of b do not.
    assertBusy(() -> assertTrue(Witness.SENT.stream().anyMatch(sent -> sent.startsWith("b"))));
    assertEquals(2, Witness.SENT.stream().filter(sent -> sent.startsWith("a")).count());
    // All have arrived: what is not sent waits.
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    assertBusy(
        () -> {
          long sent =
              Witness.SENT.stream().mapToInt(one -> Integer.parseInt(one.split(" ")[1])).sum();
          assertEquals(300, sent + counts.byName().get("waiting"));
        });
    Witness.release();
    for (ActionFuture<BulkResponse> bulk : List.of(a, b)) {
      assertFalse(bulk.actionGet(TEST_REQUEST_TIMEOUT).hasFailures());
    }
    Map<String, Integer> documents = new TreeMap<>();
    for (String sent : Witness.SENT) {
      String[] parts = sent.split(" ");
      documents.merge(parts[0], Integer.parseInt(parts[1]), Integer::sum);
      assertTrue(sent, Integer.parseInt(parts[1]) <= CallerQueues.MAX_BATCH);
    }
    assertEquals(Map.of("a", 250, "b", 50), documents);
    assertTrue(Witness.SENT.toString(), Witness.SENT.size() <= 12);
  }

  /** The document of an update may go unused: it is neither compared nor remembered. */
  public void testTheDocumentsOfUpdatesArePassedOn() {
    createNews("news");
    put(DROP);
    index(document("0", 20));
    // Over HTTP, the document of an update has neither an index nor an id.
    IndexRequest upsert =
        new IndexRequest().source(document("", 20).sourceAsMap()).setPipeline("near");
    index(
        new UpdateRequest("news", "a0").doc(Map.of()).upsert(upsert),
        new UpdateRequest("news", "b0")
            .doc(document("b0", 20).setPipeline("near"))
            .docAsUpsert(true));
    assertNull(tag("a0"));
    assertNull(tag("b0"));
    assertEquals(1, Witness.SENT.size());
  }

  /** What one caller has in flight may be something that another one may not read. */
  public void testOneCallerDoesNotSeeWhatAnotherHasInFlight() {
    createNews("news");
    put("");
    indexAs("a", document("20", 20));
    indexAs("b", document("21", 21));
    indexAs("a", document("22", 22));
    assertNull(tag("21"));
    assertTag("22", "20", 2);
    refresh("news");
    indexAs("b", document("23", 23));
    assertTag("23", "22", 1);
  }

  public void testTimeout() {
    createNews("news");
    put("\"timeout\": \"50ms\"");
    Witness.holds = true;
    index(document("20", 20));
    assertEquals(Map.of("unknown", true), tag("20"));
    put("\"timeout\": \"50ms\", \"on_timeout\": \"fail\"");
    assertEquals(
        Map.of("19", "429 the search for near-duplicates did not end within [timeout] [50ms]"),
        failures(bulk(document("19", 19))));
    Witness.release();
    // The first one was kept, so it counts.
    put("");
    index(document("21", 21));
    assertTag("21", "20", 1);
  }

  /** A busy node, a lost one, one that ends, a shard that has moved. */
  public void testRequestsThatFailForNowAreRepeated() {
    var lost = new ConnectTransportException(null, "gone");
    var closed = new NodeClosedException((DiscoveryNode) null);
    ShardId shard = new ShardId("news", "?", 0);
    var cancelled = new TaskCancelledException("partial results are not allowed");
    Exception[] failures = {
      new EsRejectedExecutionException("busy"),
      new NoShardAvailableActionException(shard),
      lost,
      failedShards(cancelled, lost),
      failedShards(cancelled, closed),
      failedShards(new RemoteTransportException("one", new ShardNotFoundException(shard))),
      failedShards(new RemoteTransportException("one", new IndexShardClosedException(shard))),
      failedShards(new AlreadyClosedException("closed"))
    };
    put(DROP);
    visible(document("first", 20));
    for (String action :
        List.of(
            TransportSearchAction.NAME,
            TransportMultiGetAction.NAME,
            TransportShardMultiGetAction.TYPE.name())) {
      for (Exception each : failures) {
        Witness.fail(action, each);
        index(documents(3, i -> document("copy" + i, 20)));
        assertTrue(Witness.FAILURES.isEmpty());
        assertFalse(action + " " + each, exists("copy0"));
      }
    }
  }

  private static Exception failedShards(Exception... failures) {
    return new SearchPhaseExecutionException(
        "query",
        "Partial shards failure",
        Arrays.stream(failures).map(ShardSearchFailure::new).toArray(ShardSearchFailure[]::new));
  }

  public void testSearchesOfAShardThatIsNotThereAreLaterEachTime() {
    indicesAdmin()
        .prepareCreate("gone")
        .setSettings(Settings.builder().put("index.routing.allocation.require._name", "none"))
        .setMapping("simhash", "type=simhash")
        .setWaitForActiveShards(0)
        .get();
    createNews("news");
    put("\"index\": \"gone\", \"timeout\": \"1400ms\"");
    index(documents(10, i -> document("d" + i, 20)));
    assertEquals(Map.of("unknown", true), tag("d9"));
    // Each after 0, 0.1, 0.3, 0.7 s, or later, and at most once in a group before.
    int sent = Witness.SENT.size();
    assertTrue(sent + " searches", 10 < sent && sent <= 50);
  }

  public void testASearchDoesNotOutliveItsDocuments() throws Exception {
    createNews("news");
    put("\"timeout\": \"2s\"");
    Witness.holds = true;
    index(document("20", 20));
    assertBusy(() -> assertTrue(Witness.TASKS.getFirst().isCancelled()));
    Witness.release();
    SearchRequest search = Witness.SEARCHES.getFirst();
    assertEquals(TimeValue.timeValueSeconds(2), search.source().timeout());
    assertEquals("a part would look like no duplicate", false, search.allowPartialSearchResults());
  }

  /** The warnings of a bulk request's response. */
  private List<String> warnings(IndexRequest... documents) {
    ThreadContext context = getInstanceFromNode(ThreadPool.class).getThreadContext();
    PlainActionFuture<List<String>> warnings = new PlainActionFuture<>();
    client()
        .bulk(
            request(documents),
            warnings.map(
                response -> {
                  assertFalse(response.buildFailureMessage(), response.hasFailures());
                  return context.getResponseHeaders().getOrDefault("Warning", List.of()).stream()
                      .map(w -> HeaderWarning.extractWarningValueFromWarningHeader(w, false))
                      .toList();
                }));
    return warnings.actionGet(TEST_REQUEST_TIMEOUT);
  }

  /** Until a document has had a fingerprint. */
  public void testAProcessorThatComparesNothingWarns() {
    createNews("news");
    // Elasticsearch keeps the processors of a pipeline that is put again as it is.
    put("\"timeout\": \"29s\"");
    IndexRequest without = new IndexRequest("news").id("1").source(Map.of("category", "?"));
    String nothing =
        "[near_duplicate] in pipeline [near] compares nothing: no document has had a fingerprint or"
            + " a signature in [field] [simhash], which a [simhash] processor before it writes";
    assertEquals(List.of(nothing), warnings(without));
    assertEquals(List.of(nothing), warnings(without));
    assertEquals(List.of(), warnings(without, document("2", 20)));
    assertEquals(List.of(), warnings(without));
  }

  /** In the first response: the tag is in {@code _source} all the same. */
  public void testAMappingThatTakesNoTagIsWarnedOfOnce() throws Exception {
    createNews("news");
    indicesAdmin()
        .preparePutMapping("news")
        .setSource(Map.of("dynamic", false))
        .get(TEST_REQUEST_TIMEOUT);
    put("\"timeout\": \"28s\"");
    assertEquals(
        List.of(
            "[near_duplicate] writes [near_duplicate_of], which [news] does not map, and [dynamic]"
                + " is [false] there: no search finds it"),
        warnings(document("1", 20), document("2", 21)));
    assertEquals(List.of(), warnings(document("3", 22)));
    assertTag("2", "1", 1);
  }

  /** The document that is warned of does not wait: the request ends with another one. */
  public void testWarningsOfOtherProcessorsAreKept() {
    createNews("news");
    putProcessors("{\"warn\": {\"id\": \"19\"}}", near(""));
    IndexRequest[] documents = documents(20, i -> document("" + i, i));
    documents[19] = new IndexRequest("news").id("19").source(Map.of("category", "x"));
    assertEquals(List.of("of document 19"), warnings(documents));
  }

  /** Each document is counted once, by what has happened to it. */
  public void testCounts() {
    createNews("news");
    put(DROP);
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    Map<String, Long> before = counts.byName();
    index(document("20", 20));
    index(document("21", 21));
    index(new IndexRequest("news").id("none").source(Map.of("category", "?")));
    put("");
    index(document("22", 22));
    put("\"on_duplicate\": \"fail\"");
    bulk(document("23", 23));
    put("\"on_duplicate\": \"route\", \"route_to\": \"copies\"");
    index(document("24", 24));
    put("\"index\": \"absent\"");
    bulk(document("25", 25));
    Witness.holds = true;
    put("\"timeout\": \"50ms\"");
    index(document("60", 60));
    Witness.release();
    Map<String, Long> counted = new TreeMap<>(counts.byName());
    counted.keySet().remove("search_time_in_millis");
    // Those that were indexed in [news] by this processor, not the routed one; and what is left of
    // other tests, which may go meanwhile.
    assertTrue(counted.toString(), counted.remove("window") >= 3);
    assertEquals(0, (long) counted.remove("waiting"));
    counted.replaceAll((name, count) -> count - before.get(name));
    Map<String, Long> expected = new TreeMap<>(Map.of("documents", 8L, "searches", 7L));
    for (Outcome each : Outcome.values()) {
      expected.put(each.name().toLowerCase(Locale.ROOT), 1L);
    }
    assertEquals(expected, counted);
  }

  /** The originals of dropped documents are read once more at the end of a request. */
  public void testAReadOfOriginalsThatIsNotAnswered() {
    createNews("news");
    put(DROP + ", \"timeout\": \"2s\"");
    Witness.unanswered = TransportMultiGetAction.NAME;
    BulkResponse response = bulk(document("1", 20), document(null, 20));
    assertEquals(List.of("created", "503"), results(response));
    assertThat(
        failure(response.getItems()[1]),
        endsWith(
            "] may have been dropped as a near-duplicate of [1], which was not indexed or has changed: send it again"));
  }
}
