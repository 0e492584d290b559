package io.simhash.elasticsearch.stats;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.near_duplicate.TransportNodeStatsAction;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.broadcast.BroadcastResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;

/** Both forms of {@code _simhash/stats}. Closing the connection cancels the form of an index. */
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

  /** The counts of the fields of indices, as one search of the caller sees them. */
  static final class IndexStats extends BroadcastResponse {

    /** The maximum number of fields in a request. */
    static final int MAX_FIELDS = 16;

    /** The shards of a node that are searched at the same time: others need search threads, too. */
    private static final int SHARDS_AT_A_TIME = 2;

    /** The shards whose results are kept before they are added up. */
    private static final int SHARDS_ADDED_UP = 16;

    private final List<FieldCounts> fields;
    private final InternalAggregations counts;

    private IndexStats(List<FieldCounts> fields, SearchResponse response) {
      super(
          response.getTotalShards(),
          response.getSuccessfulShards(),
          response.getFailedShards(),
          Arrays.stream(response.getShardFailures())
              .map(
                  failure ->
                      new DefaultShardOperationFailedException(
                          failure.index(), failure.shardId(), failure.getCause()))
              .toList());
      // Without shards there are no aggregations.
      this.fields = response.hasAggregations() ? fields : List.of();
      this.counts = response.getAggregations();
    }

    /**
     * @param names names of fields, or patterns with {@code *}
     */
    static void read(
        Client client,
        String[] indices,
        IndicesOptions options,
        List<String> names,
        ActionListener<IndexStats> listener) {
      if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
        throw invalid("[fields] must name at least one field, and no empty one");
      }
      client.fieldCaps(
          new FieldCapabilitiesRequest()
              .indices(indices)
              .indicesOptions(options)
              .fields(names.toArray(String[]::new))
              .types(NearFieldType.TYPES.toArray(String[]::new))
              .includeUnmapped(true),
          listener.delegateFailureAndWrap(
              (counted, mapped) -> {
                List<FieldCounts> fields = FieldCounts.of(mapped);
                requireMapped(names, fields, mapped, indices);
                SearchRequest search = request(indices, options, fields);
                client.search(search, counted.map(response -> new IndexStats(fields, response)));
              }));
    }

    private static void requireMapped(
        List<String> names,
        List<FieldCounts> fields,
        FieldCapabilitiesResponse mapped,
        String[] indices) {
      if (fields.size() > MAX_FIELDS) {
        throw invalid("[fields] must match at most [%s] fields but matches more", MAX_FIELDS);
      }
      for (String name : names) {
        if (Regex.isSimpleMatchPattern(name) == false
            && fields.stream().noneMatch(field -> field.name().equals(name))
            && mapped.getIndices().length > 0
            && mapped.getFailures().isEmpty()) {
          throw invalid(
              "[fields] must name fields of type [%s] but [%s] is not one in %s",
              NearFieldType.NAMES, name, List.of(indices));
        }
      }
    }

    private static SearchRequest request(
        String[] indices, IndicesOptions options, List<FieldCounts> fields) {
      SearchSourceBuilder source = new SearchSourceBuilder().size(0).trackTotalHits(false);
      fields.forEach(field -> source.aggregation(field.aggregation()));
      SearchRequest request =
          new SearchRequest(indices)
              .indicesOptions(options)
              .source(source)
              .allowPartialSearchResults(true);
      request.setMaxConcurrentShardRequests(SHARDS_AT_A_TIME);
      request.setBatchedReduceSize(SHARDS_ADDED_UP);
      return request;
    }

    @Override
    protected void addCustomXContentFields(XContentBuilder builder, Params params)
        throws IOException {
      builder.startObject("fields");
      for (FieldCounts field : fields) {
        field.write(builder, counts);
      }
      builder.endObject();
    }
  }
}
