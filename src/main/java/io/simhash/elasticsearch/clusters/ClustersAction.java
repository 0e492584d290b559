package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.option.RequestBody;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.elasticsearch.run.RunAction;
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
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code POST {index}/_simhash/clusters}: finds the clusters of indices. */
public final class ClustersAction extends RunAction<ClustersRequest> {

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
      CancellableTask task, ClustersRequest request, Client child, Reservation memory) {
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
      ClustersRequest request =
          new ClustersRequest(
              Strings.splitStringByCommaToArray(rest.param("index")), RequestBody.read(rest));
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      if (wait) {
        return channel ->
            new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(TYPE, request, new RestToXContentListener<>(channel));
      }
      request.storeResult();
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
