package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.request.RequestBody;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.tasks.LoggingTaskListener;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * {@code POST {index}/_simhash/clusters}: finds the clusters of indices. {@link ClusterRun}s run on
 * the node that receives the request, on one thread each, as the caller: at most {@value #MAX_RUNS}
 * at a time, because their threads wait for searches.
 */
public final class ClustersAction
    extends TransportAction<ClustersAction.Request, ClustersResponse> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<ClustersResponse> TYPE =
      new ActionType<>("indices:data/read/simhash/clusters");

  static final int MAX_RUNS = 4;

  private final NodeClient client;
  private final ClusterService cluster;
  private final IndexNameExpressionResolver resolver;
  private final ThreadPool threads;
  private final CircuitBreaker breaker;
  private final Semaphore runs = new Semaphore(MAX_RUNS);

  /** Called by Elasticsearch. */
  @Inject
  public ClustersAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      IndexNameExpressionResolver resolver,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.resolver = resolver;
    this.threads = transport.getThreadPool();
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
  }

  @Override
  protected void doExecute(Task task, Request request, ActionListener<ClustersResponse> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] cluster runs may be in progress on a node",
          RestStatus.TOO_MANY_REQUESTS,
          MAX_RUNS);
    }
    ActionListener<ClustersResponse> end = ActionListener.runBefore(listener, runs::release);
    ClusterRun run =
        new ClusterRun(
            (ClusterTask) task,
            request,
            isOneIndex(request.typed) == false,
            new ParentTaskAssigningClient(client, cluster.localNode(), task),
            client,
            threads);
    threads
        .generic()
        .execute(
            ActionRunnable.wrap(
                end,
                waiting -> {
                  // Until the response has been printed, which the listener does.
                  try (Reservation listed = new Reservation(breaker)) {
                    waiting.onResponse(run.run(listed));
                  }
                }));
  }

  /** Whether names are one index itself: no alias, data stream or wildcard. */
  private boolean isOneIndex(String[] names) {
    return names.length == 1
        && Arrays.equals(
            names,
            resolver.concreteIndexNames(
                cluster.state(), IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN, true, names));
  }

  /** The indices to cluster, and how. Never sent to another node. */
  public static final class Request extends BroadcastRequest<Request> {

    final ClusterOptions options;

    /** The names as typed; {@link #indices} are those that security has made of them. */
    private final String[] typed;

    private boolean storeResult;

    /**
     * Clusters indices.
     *
     * @param body the options as users type them; they are taken out
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(String[] indices, Map<String, Object> body) {
      super(ClusterOptions.requireLocal(indices));
      this.typed = indices.clone();
      this.options = ClusterOptions.from(body);
    }

    /**
     * Whether the result is stored as counts in the index of task results: no client waits for it.
     */
    void storeResult(boolean store) {
      storeResult = store;
    }

    @Override
    public boolean getShouldStoreResult() {
      return storeResult;
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new ClusterTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public String getDescription() {
      return "clusters by [" + options.near().field() + "] in " + List.of(indices());
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /**
   * Closing the connection cancels a run that it waits for; with {@code wait_for_completion=false}
   * the response is the id of the task, whose result is stored.
   */
  public static final class Handler extends BaseRestHandler {

    @Override
    public String getName() {
      return "simhash_clusters";
    }

    @Override
    public List<Route> routes() {
      return List.of(new Route(POST, "/{index}/_simhash/clusters"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      boolean wait = rest.paramAsBoolean("wait_for_completion", true);
      Request request =
          new Request(
              Strings.splitStringByCommaToArray(rest.param("index")), RequestBody.read(rest));
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      if (wait) {
        return channel ->
            new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(TYPE, request, new RestToXContentListener<>(channel));
      }
      request.storeResult(true);
      return channel -> {
        SubscribableListener<ClustersResponse> result = new SubscribableListener<>();
        Task task = client.executeLocally(TYPE, request, result);
        result.addListener(new LoggingTaskListener<>(task));
        try (XContentBuilder body = channel.newBuilder()) {
          body.startObject().field("task", client.getLocalNodeId() + ":" + task.getId());
          channel.sendResponse(new RestResponse(RestStatus.OK, body.endObject()));
        }
      };
    }
  }
}
