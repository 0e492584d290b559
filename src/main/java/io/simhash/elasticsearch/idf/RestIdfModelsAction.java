package io.simhash.elasticsearch.idf;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;
import static org.elasticsearch.rest.RestUtils.getAckTimeout;
import static org.elasticsearch.rest.RestUtils.getMasterNodeTimeout;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.idf.build.TransportBuildModelAction;
import io.simhash.elasticsearch.idf.store.ModelChange;
import io.simhash.elasticsearch.idf.store.ModelLimits;
import io.simhash.elasticsearch.idf.store.ModelParser;
import io.simhash.elasticsearch.idf.store.TransportChangeModelAction;
import io.simhash.elasticsearch.idf.store.TransportCheckNodesAction;
import io.simhash.elasticsearch.idf.store.TransportGetModelsAction;
import io.simhash.elasticsearch.rest.RequestBody;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.CheckedSupplier;
import org.elasticsearch.common.bytes.ReleasableBytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.threadpool.ThreadPool;
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
      case PUT -> put(request, client);
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

  /**
   * Checks that the caller may store a model, then parses it on another thread than the
   * connection's, because it may be many megabytes.
   */
  private static RestChannelConsumer put(RestRequest request, NodeClient client) {
    String name = request.param("name");
    ModelLimits.requireName(name);
    TimeValue masterTimeout = getMasterNodeTimeout(request);
    TimeValue ackTimeout = getAckTimeout(request);
    ReleasableBytesReference body = request.requiredContent();
    CheckedSupplier<ModelChange.Request, IOException> parse =
        () -> {
          XContentParser parser =
              XContentHelper.createParserNotCompressed(
                  request.contentParserConfig(), body, request.getXContentType());
          IdfModel model = RequestBody.read(parser, ModelParser::parse);
          return new ModelChange.Request(masterTimeout, ackTimeout, name, model);
        };
    return channel -> {
      body.mustIncRef();
      ActionListener<ModelChange.Response> stored =
          ActionListener.releaseAfter(new RestToXContentListener<>(channel), body);
      Executor parsing = client.threadPool().executor(ThreadPool.Names.MANAGEMENT);
      client.execute(
          TransportCheckNodesAction.TYPE,
          new TransportCheckNodesAction.Request(),
          new ThreadedActionListener<>(
              parsing,
              stored.delegateFailureAndWrap(
                  (l, nodes) -> client.execute(TransportChangeModelAction.PUT, parse.get(), l))));
    };
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
