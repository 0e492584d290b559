package io.simhash.elasticsearch.idf.build;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.fingerprint.RequestBody;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;

/**
 * {@code POST _simhash/idf/{name}/_build}: builds an IDF model from an index. Closing the
 * connection cancels it.
 */
public final class RestBuildIdfModelAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_build_idf_model";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/_simhash/idf/{name}/_build"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    Map<String, Object> body = RequestBody.read(request);
    BuildModelRequest build =
        new BuildModelRequest(
            RestUtils.getMasterNodeTimeout(request),
            RestUtils.getAckTimeout(request),
            request.param("name"),
            body);
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(BuildModelAction.INSTANCE, build, new RestToXContentListener<>(channel));
  }
}
