package io.simhash.elasticsearch.rest;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.action.FingerprintAction;
import io.simhash.elasticsearch.action.FingerprintRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;

/**
 * {@code POST _simhash/fingerprint}: what a text becomes, and why; with two, how alike they are.
 */
public final class RestFingerprintAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_fingerprint";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(POST, "/_simhash/fingerprint"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    FingerprintRequest fingerprint = FingerprintRequest.parse(body(request));
    return channel ->
        client.execute(
            FingerprintAction.INSTANCE, fingerprint, new RestToXContentListener<>(channel));
  }

  private static Map<String, Object> body(RestRequest request) throws IOException {
    try (XContentParser parser = request.contentParser()) {
      if (parser.nextToken() != XContentParser.Token.START_OBJECT) {
        throw new IllegalArgumentException("the request body must be an object");
      }
      Map<String, Object> body = parser.mapOrdered();
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("the request body must be one object");
      }
      return body;
    }
  }
}
