package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.request.RequestBody;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.tasks.LoggingTaskListener;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * {@code POST {index}/_simhash/clusters}: finds the clusters of indices. Closing the connection
 * cancels a run that it waits for; with {@code wait_for_completion=false} the response is the id of
 * the task, whose result is stored.
 */
public final class RestClustersAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_clusters";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/{index}/_simhash/clusters"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    boolean wait = request.paramAsBoolean("wait_for_completion", true);
    ClustersRequest clusters =
        new ClustersRequest(
            Strings.splitStringByCommaToArray(request.param("index")), RequestBody.read(request));
    clusters.indicesOptions(IndicesOptions.fromRequest(request, clusters.indicesOptions()));
    if (wait) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(ClustersRequest.TYPE, clusters, new RestToXContentListener<>(channel));
    }
    clusters.storeResult(true);
    return channel -> {
      SubscribableListener<ClustersResponse> result = new SubscribableListener<>();
      Task task = client.executeLocally(ClustersRequest.TYPE, clusters, result);
      result.addListener(new LoggingTaskListener<>(task));
      try (XContentBuilder body = channel.newBuilder()) {
        body.startObject().field("task", client.getLocalNodeId() + ":" + task.getId()).endObject();
        channel.sendResponse(new RestResponse(RestStatus.OK, body));
      }
    };
  }
}
