package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestToXContentListener;

/** {@code DELETE _simhash/idf/{name}}: deletes a stored IDF model. */
public final class RestDeleteIdfModelAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_delete_idf_model";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(DELETE, "/_simhash/idf/{name}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    TransportDeleteModelAction.Request delete =
        new TransportDeleteModelAction.Request(
            RestUtils.getMasterNodeTimeout(request),
            RestUtils.getAckTimeout(request),
            request.param("name"));
    return channel ->
        client.execute(
            TransportDeleteModelAction.TYPE, delete, new RestToXContentListener<>(channel));
  }
}
