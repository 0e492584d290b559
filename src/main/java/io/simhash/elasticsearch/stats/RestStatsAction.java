package io.simhash.elasticsearch.stats;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.near_duplicate.TransportNodeStatsAction;
import java.util.List;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;

/**
 * {@code GET {index}/_simhash/stats}: how the fingerprints of an index are distributed. Closing the
 * connection cancels it. {@code GET _simhash/stats}: what the processors {@code near_duplicate} of
 * the nodes have done.
 */
public final class RestStatsAction extends BaseRestHandler {

  @Override
  public String getName() {
    return "simhash_stats";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(GET, "/_simhash/stats"),
        new Route(GET, "/{index}/_simhash/stats"),
        new Route(POST, "/{index}/_simhash/stats"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    if (request.hasParam("index") == false) {
      return channel ->
          client.execute(
              TransportNodeStatsAction.TYPE,
              new TransportNodeStatsAction.Request(),
              new RestActions.NodesResponseRestListener<>(channel));
    }
    String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
    List<String> fields = List.of(request.paramAsStringArray("fields", new String[] {"*"}));
    IndicesOptions options =
        IndicesOptions.fromRequest(request, SearchRequest.DEFAULT_INDICES_OPTIONS);
    return channel ->
        IndexStats.read(
            new RestCancellableNodeClient(client, request.getHttpChannel()),
            indices,
            options,
            fields,
            new RestToXContentListener<>(channel));
  }
}
