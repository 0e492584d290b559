package io.simhash.elasticsearch.fingerprint;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;

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
    FingerprintRequest fingerprint = FingerprintRequest.parse(RequestBody.read(request));
    return channel ->
        client.execute(
            FingerprintAction.INSTANCE, fingerprint, new RestToXContentListener<>(channel));
  }
}
