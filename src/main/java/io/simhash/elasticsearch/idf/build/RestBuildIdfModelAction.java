package io.simhash.elasticsearch.idf.build;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestUtils;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;

/**
 * {@code POST _simhash/idf/{name}/_build}: builds and stores an IDF model of an index. Closing the
 * connection cancels the build.
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
    TransportBuildModelAction.Request build =
        new TransportBuildModelAction.Request(
            RestUtils.getMasterNodeTimeout(request),
            RestUtils.getAckTimeout(request),
            request.param("name"),
            RequestBody.read(request.contentParser(), XContentParser::mapOrdered));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(TransportBuildModelAction.TYPE, build, new RestToXContentListener<>(channel));
  }
}
