package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.PUT;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;

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
    try (XContentParser body = request.contentParser()) {
      PutModelRequest put =
          PutModelRequest.parse(
              RestUtils.getMasterNodeTimeout(request),
              RestUtils.getAckTimeout(request),
              request.param("name"),
              body);
      return channel ->
          client.execute(PutModelAction.INSTANCE, put, new RestToXContentListener<>(channel));
    }
  }
}
