package io.simhash.elasticsearch.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;

import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;

/** {@code _simhash/idf}: an error that says what replaced the models in the cluster state. */
public final class RemovedIdfModels extends BaseRestHandler {

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
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    throw new ElasticsearchStatusException(
        "[_simhash/idf] no longer stores IDF models: put a file into the config folder of every"
            + " node and name it in [idf_path], or set [idf] to a shipped model, [en] or [zh]",
        RestStatus.GONE);
  }
}
