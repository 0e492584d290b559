package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import java.util.Optional;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestToXContentListener;

/**
 * {@code GET _simhash/idf/{name}} and {@code GET _simhash/idf}: describes the stored IDF models.
 */
public final class RestGetIdfModelsAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_get_idf_models";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/_simhash/idf"), new Route(GET, "/_simhash/idf/{name}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    TransportGetModelsAction.Request get =
        new TransportGetModelsAction.Request(
            RestUtils.getMasterNodeTimeout(request), Optional.ofNullable(request.param("name")));
    return channel ->
        client.execute(TransportGetModelsAction.TYPE, get, new RestToXContentListener<>(channel));
  }
}
