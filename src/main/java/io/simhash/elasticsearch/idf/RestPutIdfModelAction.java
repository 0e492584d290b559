package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.PUT;

import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestToXContentListener;

/** {@code PUT _simhash/idf/{name}}: stores an IDF model. */
public final class RestPutIdfModelAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_put_idf_model";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(PUT, "/_simhash/idf/{name}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    String name = request.param("name");
    ModelLimits.requireName(name);
    TransportPutModelAction.Request put =
        new TransportPutModelAction.Request(
            RestUtils.getMasterNodeTimeout(request),
            RestUtils.getAckTimeout(request),
            name,
            RequestBody.read(request.contentParser(), ModelParser::parse));
    return channel ->
        client.execute(TransportPutModelAction.TYPE, put, new RestToXContentListener<>(channel));
  }
}
