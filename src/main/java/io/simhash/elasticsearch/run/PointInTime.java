package io.simhash.elasticsearch.run;

import io.simhash.lucene.compat.HitCount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * A point in time of the indices of a run, opened and searched as the caller. Calls wait for their
 * answer. It is extended every minute until it is closed.
 */
public final class PointInTime implements Releasable {

  /** Five times the interval of extensions; so long it outlives a node that was killed. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  private static final TimeValue EXTENDED_EVERY = TimeValue.timeValueMinutes(1);

  private final Client child;
  private final Client client;
  private final BytesReference id;
  private final Scheduler.Cancellable extensions;

  /**
   * Opens it.
   *
   * @param child makes searches children of the run's task, which end with it
   * @param client closes the point in time, also after the task was cancelled
   * @param request the indices
   */
  public PointInTime(Client child, Client client, ThreadPool threads, IndicesRequest request) {
    this.child = child;
    this.client = client;
    PlainActionFuture<BytesReference> opened = new PlainActionFuture<>();
    child.execute(
        TransportOpenPointInTimeAction.TYPE,
        new OpenPointInTimeRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .keepAlive(KEEP_ALIVE),
        opened.map(response -> response.getPointInTimeId()));
    this.id = opened.actionGet();
    this.extensions =
        threads.scheduleWithFixedDelay(this::extend, EXTENDED_EVERY, threads.generic());
  }

  /**
   * Sends a search, which extends the point in time. Where it fails, the next one may not; if the
   * point in time is closed, the next search that reads fails with the reason.
   */
  void extend() {
    SearchSourceBuilder any = counting(QueryBuilders.matchAllQuery()).trackTotalHits(false);
    child.search(request(any), ActionListener.noop());
  }

  /** The number of documents that match a search that tracks it. */
  public static long total(SearchHits hits) {
    return HitCount.of(hits.getTotalHits());
  }

  /** The number of documents that match a query. */
  public long count(QueryBuilder query) {
    return search(counting(query), response -> total(response.getHits()));
  }

  /**
   * Searches, and reads the response.
   *
   * @throws IllegalArgumentException if a shard refused the request for a mistake in it
   */
  public <T> T search(
      SearchSourceBuilder source, CheckedFunction<SearchResponse, T, Exception> read) {
    PlainActionFuture<T> result = new PlainActionFuture<>();
    child.search(request(source), result.map(read));
    return get(result);
  }

  /** The number of documents that match each of some queries; one request for all. */
  public List<Long> counts(List<QueryBuilder> queries) {
    return searchAll(queries.stream().map(PointInTime::counting).toList(), PointInTime::total);
  }

  /** Sends several searches as one request, and reads the hits of each. */
  public <T> List<T> searchAll(List<SearchSourceBuilder> sources, Function<SearchHits, T> read) {
    MultiSearchRequest all = new MultiSearchRequest();
    sources.forEach(source -> all.add(request(source)));
    PlainActionFuture<List<T>> result = new PlainActionFuture<>();
    child.multiSearch(
        all,
        result.map(
            answers -> {
              List<T> found = new ArrayList<>();
              for (MultiSearchResponse.Item answer : answers) {
                if (answer.isFailure()) {
                  throw answer.getFailure();
                }
                found.add(read.apply(answer.getResponse().getHits()));
              }
              return found;
            }));
    return get(result);
  }

  private static <T> T get(PlainActionFuture<T> result) {
    try {
      return result.actionGet();
    } catch (SearchPhaseExecutionException e) {
      if (e.shardFailures().length == 0) {
        throw e;
      }
      ShardSearchFailure first = e.shardFailures()[0];
      Throwable mistake = ExceptionsHelper.unwrap(first.getCause(), IllegalArgumentException.class);
      if (mistake != null) {
        throw new IllegalArgumentException(mistake.getMessage(), e);
      }
      Throwable refusal = ExceptionsHelper.unwrap(first.getCause(), QueryShardException.class);
      if (refusal != null) {
        throw (QueryShardException) refusal; // which names the index, too
      }
      throw new ElasticsearchStatusException(
          "cannot read index [{}]: {}",
          e.status(),
          e,
          first.index(),
          first.getCause().getMessage());
    } catch (ElasticsearchSecurityException e) {
      throw new ElasticsearchSecurityException(
          "points in time need rights on the indices, those on an alias are not enough: {}",
          e.status(),
          e,
          e.getMessage());
    }
  }

  private static SearchSourceBuilder counting(QueryBuilder query) {
    return new SearchSourceBuilder().size(0).query(query).trackTotalHits(true);
  }

  private SearchRequest request(SearchSourceBuilder source) {
    source.pointInTimeBuilder(new PointInTimeBuilder(id).setKeepAlive(KEEP_ALIVE));
    return new SearchRequest().source(source).allowPartialSearchResults(false).requestCache(false);
  }

  @Override
  public void close() {
    extensions.cancel();
    client.execute(
        TransportClosePointInTimeAction.TYPE,
        new ClosePointInTimeRequest(id),
        ActionListener.noop());
  }
}
