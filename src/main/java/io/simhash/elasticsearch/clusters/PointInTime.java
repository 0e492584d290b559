package io.simhash.elasticsearch.clusters;

import io.simhash.lucene.compat.HitCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * A point in time of the indices of a run, opened and read as the caller. Every search extends it;
 * calls wait for their answer, and keep it open meanwhile.
 */
final class PointInTime implements Releasable {

  private static final Logger logger = LogManager.getLogger(PointInTime.class);

  /** Five times the interval of {@link #touch}; so long it outlives a node that was killed. */
  private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(5);

  /** The time without a search after which {@link #touch} sends one. */
  static final TimeValue TOUCH_AFTER = TimeValue.timeValueMinutes(1);

  private final Client child;
  private final Client client;
  private final LongSupplier clock;
  private final RunFields fields;
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
    this.fields = request.options.fields();
    this.lastSearch = clock.getAsLong();
    OpenPointInTimeRequest open =
        new OpenPointInTimeRequest(request.indices())
            .indicesOptions(request.indicesOptions())
            .keepAlive(KEEP_ALIVE);
    this.id =
        await(
            future ->
                child.execute(
                    TransportOpenPointInTimeAction.TYPE,
                    open,
                    future.map(response -> response.getPointInTimeId())),
            () -> {});
  }

  /**
   * The answer to an action.
   *
   * @param meanwhile called once in {@link #TOUCH_AFTER} until the answer is there
   * @throws IllegalArgumentException if a shard refused the request for a mistake in it
   */
  static <T> T await(Consumer<ActionListener<T>> action, Runnable meanwhile) {
    PlainActionFuture<T> future = new PlainActionFuture<>();
    action.accept(future);
    while (true) {
      try {
        return future.actionGet(TOUCH_AFTER.millis(), TimeUnit.MILLISECONDS);
      } catch (ElasticsearchTimeoutException e) {
        if (future.isDone()) {
          return future.actionGet();
        }
        meanwhile.run();
      } catch (SearchPhaseExecutionException e) {
        Throwable mistake =
            e.shardFailures().length == 0
                ? null
                : ExceptionsHelper.unwrap(
                    e.shardFailures()[0].getCause(), IllegalArgumentException.class);
        throw mistake == null ? e : new IllegalArgumentException(mistake.getMessage(), e);
      }
    }
  }

  /**
   * Keeps the point in time open while the run computes, writes or waits, which call this often:
   * sends a search if the last one was {@link #TOUCH_AFTER} ago. Where that fails, the next one may
   * not; if the point in time is closed, the next search that reads fails with the reason.
   */
  void touch() {
    long now = clock.getAsLong();
    if (now - lastSearch >= TOUCH_AFTER.millis()) {
      lastSearch = now;
      try {
        search(
            source(QueryBuilders.matchAllQuery()).trackTotalHits(false),
            response -> null,
            () -> {});
      } catch (ElasticsearchException | EsRejectedExecutionException e) {
        logger.debug("the point in time could not be extended", e);
      }
    }
  }

  /** The number of documents that match a query. */
  long count(QueryBuilder query) {
    return search(
        source(query).trackTotalHits(true),
        response -> HitCount.of(response.getHits().getTotalHits()));
  }

  /** Whether an index maps the field, of the right type: fails if one maps it of another type. */
  boolean isMapped() {
    return search(
        source(new ShardQuestions.Members(Map.of()), QueryBuilders.matchAllQuery()),
        response -> answers(response).map(a -> a.mapped).orElse(false));
  }

  /** Gives the answers of all shards to a taker, in the order of the shards. */
  <T> void ask(ShardQuestion<T> question, QueryBuilder query, ShardQuestion.Taker<T> taker) {
    List<InternalDocuments.Answer> read =
        search(
            source(question, query),
            response -> answers(response).map(a -> a.shards).orElse(List.of()));
    read.stream()
        .sorted(Comparator.comparing(InternalDocuments.Answer::shard))
        .forEach(answer -> read(answer, question, taker));
  }

  private static <T> void read(
      InternalDocuments.Answer answer, ShardQuestion<T> question, ShardQuestion.Taker<T> taker) {
    try (StreamInput in = answer.bytes().streamInput()) {
      while (in.available() > 0) {
        int doc = in.readVInt();
        taker.accept(answer.shard(), doc, question.read(answer.shard(), in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory does not fail", e);
    }
  }

  private <T> T search(
      SearchSourceBuilder source, CheckedFunction<SearchResponse, T, Exception> read) {
    return search(source, read, this::touch);
  }

  private <T> T search(
      SearchSourceBuilder source,
      CheckedFunction<SearchResponse, T, Exception> read,
      Runnable meanwhile) {
    T result = await(future -> child.search(request(source), future.map(read)), meanwhile);
    lastSearch = clock.getAsLong();
    return result;
  }

  /** Empty if there is no shard. */
  private static Optional<InternalDocuments> answers(SearchResponse response) {
    return Optional.ofNullable(response.getAggregations())
        .map(aggregations -> aggregations.get(InternalDocuments.NAME));
  }

  private SearchSourceBuilder source(ShardQuestion<?> question, QueryBuilder query) {
    return source(query)
        .trackTotalHits(false)
        .aggregation(new DocumentsAggregationBuilder(fields, question));
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
