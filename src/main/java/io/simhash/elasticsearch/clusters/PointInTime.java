package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.clusters.ShardQuestion.Part;
import io.simhash.lucene.compat.HitCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
import org.elasticsearch.common.io.stream.StreamInput;
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
 * A point in time of the indices of a run, opened and read as the caller. Calls wait for their
 * answer. It is extended every minute until it is closed.
 */
public final class PointInTime implements Releasable {

  /** Five times the interval of extensions; so long it outlives a node that was killed. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  private static final TimeValue EXTENDED_EVERY = TimeValue.timeValueMinutes(1);

  private final Client child;
  private final Client client;
  private final IndicesRequest request;
  private final RunFields fields;
  private final BytesReference id;
  private final Scheduler.Cancellable extensions;

  /**
   * Opens it.
   *
   * @param child makes searches children of the run's task, which end with it
   * @param client closes the point in time, also after the task was cancelled
   * @param request the indices
   * @param fields that shards read; {@code null} if they are asked no question
   */
  public PointInTime(
      Client child, Client client, ThreadPool threads, IndicesRequest request, RunFields fields) {
    this.child = child;
    this.client = client;
    this.request = request;
    this.fields = fields;
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
    SearchSourceBuilder any = source(QueryBuilders.matchAllQuery()).trackTotalHits(false);
    child.search(request(any), ActionListener.noop());
  }

  /** The number of documents that match a query. */
  long count(QueryBuilder query) {
    return search(
        source(query).trackTotalHits(true),
        response -> HitCount.of(response.getHits().getTotalHits()));
  }

  /** Requires that an index maps the field, and none maps it to another type. */
  public void requireMapped() {
    boolean mapped =
        search(
            source(ShardQuestion.of(Part.DOCUMENT, Map.of()), QueryBuilders.matchAllQuery()),
            response -> answers(response).map(a -> a.mapped).orElse(false));
    if (mapped == false) {
      throw invalid(
          "[field] must name a field of type [simhash] or [minhash] but [%s] is not mapped in %s",
          fields.near().field(), List.of(request.indices()));
    }
  }

  /**
   * Gives the documents of all answers to a taker, in the order of the shards.
   *
   * @param query the documents that match, where the question names none
   * @return the number of documents that match of each index that has some, also of those without
   *     the part
   */
  Map<String, Long> ask(ShardQuestion question, QueryBuilder query, ShardQuestion.Taker taker) {
    List<DocumentsAggregation.Answer> read =
        search(
            source(question, query),
            response -> answers(response).map(a -> a.shards).orElse(List.of()));
    Map<String, Long> matched = new TreeMap<>();
    read.stream()
        .sorted(Comparator.comparing(DocumentsAggregation.Answer::shard))
        .forEach(
            answer -> {
              read(answer, taker);
              matched.merge(answer.shard().getIndexName(), answer.matched(), Long::sum);
            });
    matched.values().removeIf(count -> count == 0);
    return matched;
  }

  private static void read(DocumentsAggregation.Answer answer, ShardQuestion.Taker taker) {
    try (StreamInput in = answer.documents().streamInput()) {
      while (in.available() > 0) {
        taker.accept(answer.shard(), in.readVInt(), in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory does not fail", e);
    }
  }

  /**
   * Searches, and reads the response.
   *
   * @throws IllegalArgumentException if a shard refused the request for a mistake in it
   */
  private <T> T search(
      SearchSourceBuilder source, CheckedFunction<SearchResponse, T, Exception> read) {
    PlainActionFuture<T> result = new PlainActionFuture<>();
    child.search(request(source), result.map(read));
    return get(result);
  }

  /** The number of documents that match each of some queries; one request for all. */
  public List<Long> counts(List<QueryBuilder> queries) {
    return searchAll(
        queries.stream().map(query -> source(query).trackTotalHits(true)).toList(),
        hits -> HitCount.of(hits.getTotalHits()));
  }

  /** Sends several searches as one request, and reads the hits of each. */
  public <T> List<T> searchAll(List<SearchSourceBuilder> sources, Function<SearchHits, T> read) {
    MultiSearchRequest all = new MultiSearchRequest();
    sources.forEach(source -> all.add(request(source.pointInTimeBuilder(builder()))));
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

  /** Empty if there is no shard. */
  private static Optional<DocumentsAggregation.Answers> answers(SearchResponse response) {
    return Optional.ofNullable(response.getAggregations())
        .map(aggregations -> aggregations.get(DocumentsAggregation.NAME));
  }

  private SearchSourceBuilder source(ShardQuestion question, QueryBuilder query) {
    return source(query)
        .trackTotalHits(false)
        .aggregation(new DocumentsAggregation(fields, question));
  }

  private SearchSourceBuilder source(QueryBuilder query) {
    return new SearchSourceBuilder().size(0).query(query).pointInTimeBuilder(builder());
  }

  private PointInTimeBuilder builder() {
    return new PointInTimeBuilder(id).setKeepAlive(KEEP_ALIVE);
  }

  private static SearchRequest request(SearchSourceBuilder source) {
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
