package io.simhash.elasticsearch.clusters;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * A point in time of the indices of a run, opened and read as the caller. Every search extends it;
 * calls wait for their answer.
 */
final class PointInTime implements Releasable {

  /** Three times the interval of {@link #touch}. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(30);

  /** The time without a search after which {@link #touch} sends one. */
  static final TimeValue TOUCH_AFTER = TimeValue.timeValueMinutes(10);

  private final Client child;
  private final Client client;
  private final LongSupplier clock;
  private final BytesReference id;
  private long lastSearch;

  /**
   * @param child makes searches children of the run's task, which end with it
   * @param client closes the point in time, also after the task was cancelled
   * @param clock milliseconds that only increase
   */
  PointInTime(Client child, Client client, ClustersRequest request, LongSupplier clock) {
    this.child = child;
    this.client = client;
    this.clock = clock;
    this.lastSearch = clock.getAsLong();
    OpenPointInTimeRequest open =
        new OpenPointInTimeRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .keepAlive(KEEP_ALIVE);
    this.id =
        Waiting.on(
            future ->
                child.execute(
                    TransportOpenPointInTimeAction.TYPE,
                    open,
                    future.map(response -> response.getPointInTimeId())));
  }

  /**
   * Keeps the point in time open during a long computation, and while clusters are written, which
   * call this often: sends a search if the last one was {@link #TOUCH_AFTER} ago.
   */
  void touch() {
    if (clock.getAsLong() - lastSearch >= TOUCH_AFTER.millis()) {
      search(source(QueryBuilders.matchAllQuery()).trackTotalHits(false), response -> null);
    }
  }

  /** The number of documents that match a query. */
  long count(QueryBuilder query) {
    return search(
        source(query).trackTotalHits(true), response -> response.getHits().getTotalHits().value());
  }

  /** Whether an index maps the field, of the right type: fails if one maps it of another type. */
  boolean isMapped(ShardQuestion.Fields fields) {
    ShardQuestion nothing = ShardQuestion.members(fields, Map.of());
    return search(
        source(nothing, QueryBuilders.matchAllQuery()),
        response -> answers(response).map(a -> a.mapped).orElse(false));
  }

  /** The answers of all shards that have documents and the field. */
  List<ShardValues> ask(ShardQuestion question, QueryBuilder query) {
    return search(
        source(question, query),
        response -> answers(response).map(a -> a.shards).orElse(List.of()));
  }

  private <T> T search(
      SearchSourceBuilder source, CheckedFunction<SearchResponse, T, Exception> read) {
    T result = Waiting.on(future -> child.search(request(source), future.map(read)));
    lastSearch = clock.getAsLong();
    return result;
  }

  /** Empty if there is no shard. */
  private static Optional<InternalDocuments> answers(SearchResponse response) {
    return Optional.ofNullable(response.getAggregations())
        .map(aggregations -> aggregations.get(DocumentsAggregationBuilder.NAME));
  }

  private SearchSourceBuilder source(ShardQuestion question, QueryBuilder query) {
    return source(query)
        .trackTotalHits(false)
        .aggregation(new DocumentsAggregationBuilder(question));
  }

  private SearchSourceBuilder source(QueryBuilder query) {
    return new SearchSourceBuilder()
        .size(0)
        .query(query)
        .pointInTimeBuilder(new PointInTimeBuilder(id).setKeepAlive(KEEP_ALIVE));
  }

  private static SearchRequest request(SearchSourceBuilder source) {
    return new SearchRequest().source(source).allowPartialSearchResults(false).requestCache(false);
  }

  @Override
  public void close() {
    client.execute(
        TransportClosePointInTimeAction.TYPE,
        new ClosePointInTimeRequest(id),
        ActionListener.noop());
  }
}
