package io.simhash.elasticsearch.fingerprint;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;

/**
 * {@code POST _simhash/fingerprint}: explains the fingerprint of a text or document, and the
 * distance of two.
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
    FingerprintRequest fingerprint =
        FingerprintRequest.parse(
            RequestBody.read(request.contentParser(), XContentParser::mapOrdered));
    return channel ->
        client.execute(
            TransportFingerprintAction.TYPE, fingerprint, new RestToXContentListener<>(channel));
  }
}
