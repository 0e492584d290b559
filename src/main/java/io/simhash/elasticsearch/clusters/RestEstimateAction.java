package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.request.RequestBody;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;

/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents of indices are
 * near-duplicates, and what {@code _simhash/clusters} would cost. Closing the connection cancels
 * it.
 */
public final class RestEstimateAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_estimate";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(GET, "/{index}/_simhash/estimate"),
        new Route(POST, "/{index}/_simhash/estimate"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    OptionMap body = new OptionMap(request.hasContent() ? RequestBody.read(request) : Map.of());
    EstimateRequest estimate =
        new EstimateRequest(
            Strings.splitStringByCommaToArray(request.param("index")),
            request.param("field"),
            ClusterOptions.query(body),
            request.paramAsInt("sample_size", EstimateRequest.DEFAULT_SAMPLE),
            request.paramAsLong("seed", 0),
            request.paramAsTime("timeout", null));
    body.requireEmpty();
    estimate.indicesOptions(IndicesOptions.fromRequest(request, estimate.indicesOptions()));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(EstimateRequest.TYPE, estimate, new RestToXContentListener<>(channel));
  }
}
