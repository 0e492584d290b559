package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.option.RequestBody;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.LoggingTaskListener;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code POST {index}/_simhash/clusters}: finds the clusters of indices. */
public final class ClustersAction extends RunAction<ClustersAction.Request> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/clusters");

  private static final int MAX_RUNS = 4;

  private final IndexNameExpressionResolver resolver;

  /** Called by Elasticsearch. */
  @Inject
  public ClustersAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      IndexNameExpressionResolver resolver,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE, "cluster runs", MAX_RUNS, filters, transport, cluster, client, breakers);
    this.resolver = resolver;
  }

  @Override
  protected Map<String, Object> run(
      CancellableTask task, Request request, Client child, Reservation memory) {
    boolean withIndex = isOneIndex(request.typed) == false;
    return new ClusterRun((ClusterTask) task, request, withIndex, child, client, threads)
        .run(memory);
  }

  /** Whether names are one index itself: no alias, data stream or wildcard. */
  private boolean isOneIndex(String[] names) {
    return names.length == 1
        && Arrays.equals(
            names,
            resolver.concreteIndexNames(
                cluster.state(), IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN, true, names));
  }

  /** The indices to cluster, and how. */
  public static final class Request extends RunAction.Request {

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
      super(indices);
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
        SubscribableListener<Response> result = new SubscribableListener<>();
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
