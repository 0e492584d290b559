package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.RunAction;
import io.simhash.elasticsearch.sample.EstimateAction;
import io.simhash.elasticsearch.sample.EstimateRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.NetworkPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportInterceptor;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportRequestHandler;
import org.junit.Before;

/**
 * Every request that a cluster run, the retriever or the aggregation sends runs as the caller: none
 * without a user, which would run with all rights, and none as the system.
 */
public class CallerContextTests extends ClustersNode {

  /** Refuses requests for data that carry no user, or that run as the system. */
  public static final class Guard extends Plugin implements ActionPlugin, NetworkPlugin {

    private static final String USER = "test_user";

    /** The actions that ran as the user, and the requests that were refused. */
    static final Set<String> SEEN = new ConcurrentSkipListSet<>();

    static final Set<String> REFUSED = new ConcurrentSkipListSet<>();
    static volatile boolean guards;
    static volatile boolean holdsSearches;

    private volatile ThreadPool threads;

    @Override
    public Collection<?> createComponents(PluginServices services) {
      threads = services.threadPool();
      return List.of();
    }

    /** Ends a search, on a thread that searches end on, when its task is cancelled. */
    private void hold(Task search, ActionListener<?> listener) {
      Runnable end = () -> listener.onFailure(new TaskCancelledException("held and cancelled"));
      ((CancellableTask) search)
          .addListener(() -> threads.executor(ThreadPool.Names.SEARCH).execute(end));
    }

    /** Background work of shards, such as synchronising checkpoints, has no user by design. */
    private void check(String action, ThreadContext context) {
      boolean ofRequests =
          action.startsWith("indices:data/")
              || action.equals("indices:admin/auto_create")
              || action.equals("indices:admin/refresh");
      if (guards == false || ofRequests == false) {
        return;
      }
      if (context.isSystemContext() || context.getHeader(USER) == null) {
        REFUSED.add(action);
        throw new IllegalStateException("[" + action + "] does not run as its caller");
      }
      SEEN.add(action);
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
              check(action, threads.getThreadContext());
              if (holdsSearches && action.equals(TransportSearchAction.NAME)) {
                hold(task, listener);
              } else {
                chain.proceed(task, action, request, listener);
              }
            }
          });
    }

    /** The same for the requests to shards. */
    @Override
    public List<TransportInterceptor> getTransportInterceptors(
        NamedWriteableRegistry registry, ThreadContext context) {
      return List.of(
          new TransportInterceptor() {
            @Override
            public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
                String action,
                Executor executor,
                boolean forceExecution,
                TransportRequestHandler<T> handler) {
              return (request, channel, task) -> {
                check(action, context);
                handler.messageReceived(request, channel, task);
              };
            }
          });
    }
  }

  private static final String OPTIONS = "'field': 'near', 'max_distance': 8";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return Stream.concat(super.getPlugins().stream(), Stream.of(Guard.class)).toList();
  }

  @Before
  public void createNews() {
    Guard.guards = false;
    Guard.holdsSearches = false;
    create("news", between(1, 3));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    SignatureParameters parameters =
        new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);
    for (int i = 0; i < 400; i++) {
      Signature signature = parameters.signature(random().longs(1024).toArray());
      Map<String, Object> source =
          new HashMap<>(source(new NearValue(randomLong(), Optional.of(signature))));
      source.put("text", "the text of a document that is confirmed by its text " + i % 7);
      source.put("cluster_id", "left");
      sources.put("" + i, source);
      sources.put(i + "-copy", source);
    }
    index("news", sources);
    Guard.SEEN.clear();
    Guard.REFUSED.clear();
    Guard.guards = true;
  }

  private Client caller() {
    return client().filterWithHeader(Map.of(Guard.USER, "caller"));
  }

  private static void assertAllAsTheCaller(String... actions) {
    assertEquals(Set.of(), Guard.REFUSED);
    assertTrue(Guard.SEEN.toString(), Guard.SEEN.containsAll(List.of(actions)));
  }

  /** Otherwise the other tests would prove nothing. */
  public void testTheGuardRefusesARequestWithoutAUser() {
    Exception e = expectThrows(IllegalStateException.class, () -> run("news", "{'field': 'near'}"));
    assertTrue(e.getMessage(), e.getMessage().endsWith("does not run as its caller"));
    assertEquals(Set.of("indices:data/read/simhash/clusters"), Guard.REFUSED);
  }

  public void testClustersWithEveryOption() throws Exception {
    for (String options :
        List.of(
            "'field': 'near'",
            OPTIONS + ", 'linkage': 'star'",
            "'field': 'near', 'confirm': {'field': 'text'}",
            OPTIONS + ", 'update': {'field': 'cluster_id'}",
            // Again: documents leave clusters.
            OPTIONS
                + ", 'query': {'ids': {'values': ['1', '1-copy', '2']}}"
                + ", 'update': {'field': 'cluster_id', 'single': false}")) {
      assertTrue(
          count(
                  start(caller(), "news", "{" + options + "}")
                      .actionGet(TEST_REQUEST_TIMEOUT)
                      .body(),
                  "clusters_found")
              > 0);
    }
    assertNothingIsLeft();
    assertAllAsTheCaller(
        "indices:data/read/simhash/clusters",
        "indices:data/read/open_point_in_time",
        "indices:data/read/close_point_in_time",
        "indices:data/read/search",
        "indices:data/read/search[phase/query]",
        "indices:data/write/bulk",
        "indices:data/write/bulk[s]");
  }

  private ActionFuture<RunAction.Response> estimate() {
    return caller()
        .execute(
            EstimateAction.TYPE,
            new EstimateRequest(
                new String[] {"news"},
                "near",
                SameFields.NONE,
                null,
                QueryBuilders.matchAllQuery(),
                50,
                0,
                null));
  }

  public void testAnEstimate() throws Exception {
    estimate().actionGet(TEST_REQUEST_TIMEOUT);
    assertNothingIsLeft();
    assertAllAsTheCaller(
        "indices:data/read/simhash/estimate",
        "indices:data/read/open_point_in_time",
        "indices:data/read/close_point_in_time",
        "indices:data/read/msearch",
        "indices:data/read/search[phase/query]");
  }

  public void testACancelledEstimate() throws Exception {
    assertEndsWhenItIsCancelled(this::estimate, EstimateAction.TYPE);
  }

  public void testACancelledRun() throws Exception {
    assertEndsWhenItIsCancelled(
        () -> start(caller(), "news", "{" + OPTIONS + "}"), ClustersAction.TYPE);
  }

  /** Also the point in time is closed as the caller, after the task has ended. */
  private void assertEndsWhenItIsCancelled(
      Supplier<ActionFuture<RunAction.Response>> action, ActionType<?> type) throws Exception {
    Guard.holdsSearches = true;
    ActionFuture<RunAction.Response> run = action.get();
    assertBusy(() -> assertTrue(Guard.SEEN.contains("indices:data/read/search")));
    clusterAdmin().prepareCancelTasks().setActions(type.name()).get();
    expectThrows(TaskCancelledException.class, () -> run.actionGet(TEST_REQUEST_TIMEOUT));
    assertNothingIsLeft();
    assertAllAsTheCaller("indices:data/read/close_point_in_time");
  }

  public void testTheRetrieverAndTheAggregation() {
    for (String body :
        List.of(
            "'retriever': {'near_duplicate_collapse': {'field': 'near', 'rank_window_size': 500,"
                + " 'retriever': {'standard': {'query': {'match_all': {}}}}}}",
            "'aggs': {'groups': {'near_duplicates': {'field': 'near'}}}")) {
      caller().prepareSearch("news").setSource(source("{" + body + "}")).get().decRef();
    }
    assertAllAsTheCaller(
        "indices:data/read/msearch",
        "indices:data/read/search",
        "indices:data/read/search[phase/query]");
  }
}
