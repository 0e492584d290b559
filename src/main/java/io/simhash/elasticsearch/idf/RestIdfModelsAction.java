package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;
import static org.elasticsearch.rest.RestUtils.getAckTimeout;
import static org.elasticsearch.rest.RestUtils.getMasterNodeTimeout;

import io.simhash.elasticsearch.idf.build.TransportBuildModelAction;
import io.simhash.elasticsearch.idf.store.ModelChange;
import io.simhash.elasticsearch.idf.store.ModelLimits;
import io.simhash.elasticsearch.idf.store.ModelParser;
import io.simhash.elasticsearch.idf.store.TransportChangeModelAction;
import io.simhash.elasticsearch.idf.store.TransportGetModelsAction;
import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentParser;

/**
 * {@code _simhash/idf}: describes, stores, deletes and builds IDF models. Closing the connection
 * cancels a build.
 */
public final class RestIdfModelsAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_idf_models";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(GET, "/_simhash/idf"),
        new Route(GET, "/_simhash/idf/{name}"),
        new Route(PUT, "/_simhash/idf/{name}"),
        new Route(DELETE, "/_simhash/idf/{name}"),
        new Route(POST, "/_simhash/idf/{name}/_build"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
      throws IOException {
    return switch (request.method()) {
      case PUT -> execute(client, TransportChangeModelAction.PUT, put(request));
      case DELETE -> execute(client, TransportChangeModelAction.DELETE, delete(request));
      case POST -> build(request, client);
      default -> execute(client, TransportGetModelsAction.TYPE, get(request));
    };
  }

  private static <A extends ActionResponse & ToXContentObject> RestChannelConsumer execute(
      NodeClient client, ActionType<A> action, ActionRequest request) {
    return channel -> client.execute(action, request, new RestToXContentListener<>(channel));
  }

  private static TransportGetModelsAction.Request get(RestRequest request) {
    return new TransportGetModelsAction.Request(
        getMasterNodeTimeout(request), Optional.ofNullable(request.param("name")));
  }

  private static ModelChange.Request put(RestRequest request) throws IOException {
    String name = request.param("name");
    ModelLimits.requireName(name);
    return new ModelChange.Request(
        getMasterNodeTimeout(request),
        getAckTimeout(request),
        name,
        RequestBody.read(request.contentParser(), ModelParser::parse));
  }

  private static ModelChange.Request delete(RestRequest request) {
    return new ModelChange.Request(
        getMasterNodeTimeout(request), getAckTimeout(request), request.param("name"), null);
  }

  private static RestChannelConsumer build(RestRequest request, NodeClient client)
      throws IOException {
    TransportBuildModelAction.Request build =
        new TransportBuildModelAction.Request(
            getMasterNodeTimeout(request),
            getAckTimeout(request),
            request.param("name"),
            RequestBody.read(request.contentParser(), XContentParser::mapOrdered));
    return channel ->
        new RestCancellableNodeClient(client, request.getHttpChannel())
            .execute(TransportBuildModelAction.TYPE, build, new RestToXContentListener<>(channel));
  }
}
