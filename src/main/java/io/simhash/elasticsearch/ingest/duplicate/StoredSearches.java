package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Searches for stored near-duplicates: one multi-search for up to {@value #MAX_BATCH} documents of
 * a caller, with one search for each, at most {@value #MAX_RUNNING} at a time on the node. A search
 * that is rejected because the node is busy is repeated until the document's time ends.
 */
final class StoredSearches {

  static final int MAX_BATCH = 100;
  static final int MAX_RUNNING = 2;

  private static final TimeValue BEFORE_RETRY = TimeValue.timeValueMillis(100);

  private final AsCaller asCaller;
  private final ThreadPool threads;
  private final Executor executor;
  private final int processors;
  private final Continuation continuation;
  private final CallerQueue<WaitingDocument> queue;

  /**
   * @param timers those of the queue
   * @param processors the number of searches of one request that run at the same time
   */
  StoredSearches(
      AsCaller asCaller,
      ThreadPool threads,
      CallerQueue.Timers timers,
      int processors,
      Continuation continuation) {
    this.asCaller = asCaller;
    this.threads = threads;
    this.executor = threads.generic();
    this.processors = processors;
    this.continuation = continuation;
    this.queue =
        new CallerQueue<>(
            executor, timers, MAX_BATCH, MAX_RUNNING, WaitingDocument::isDecided, this::send);
  }

  /**
   * Searches for the near-duplicates of a document.
   *
   * @param others the documents that arrive with it; {@code null} for none
   */
  void add(WaitingDocument arrival, BulkScope.Arrivals others) {
    queue.add(arrival.caller(), arrival, others);
  }

  private void repeat(WaitingDocument arrival) {
    add(arrival, null);
  }

  private void send(Caller caller, List<WaitingDocument> batch, Runnable done) {
    List<WaitingDocument> open = batch.stream().filter(each -> each.isDecided() == false).toList();
    if (open.isEmpty()) {
      done.run();
      return;
    }
    // The answer comes on a thread of searches, which must not run the rest of the pipeline.
    ActionListener<List<Runnable>> end =
        ActionListener.runBefore(
            ActionListener.wrap(
                steps -> executor.execute(() -> steps.forEach(Runnable::run)),
                e -> executor.execute(() -> open.forEach(each -> failed(each, e)))),
            done::run);
    try {
      List<NeighbourSearch> searches = open.stream().map(NeighbourSearch::new).toList();
      MultiSearchRequest request = new MultiSearchRequest().maxConcurrentSearchRequests(processors);
      searches.forEach(each -> request.add(each.request()));
      ActionListener<MultiSearchResponse> answered = end.map(response -> steps(searches, response));
      asCaller.send(open.getFirst(), caller, client -> client.multiSearch(request, answered));
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /** Reads the answers, which are released when this method returns. */
  private List<Runnable> steps(List<NeighbourSearch> searches, MultiSearchResponse response) {
    List<WaitingDocument> found = new ArrayList<>();
    List<Runnable> steps = new ArrayList<>();
    steps.add(() -> continuation.advance(found));
    for (int i = 0; i < searches.size(); i++) {
      WaitingDocument arrival = searches.get(i).arrival();
      MultiSearchResponse.Item item = response.getResponses()[i];
      Exception failure = item.getFailure();
      if (failure == null) {
        arrival.setStored(searches.get(i).neighbours(item.getResponse()));
        found.add(arrival);
      } else {
        steps.add(() -> failed(arrival, failure));
      }
    }
    return steps;
  }

  private void failed(WaitingDocument arrival, Exception failure) {
    RestStatus status = ExceptionsHelper.status(failure);
    if (status == RestStatus.TOO_MANY_REQUESTS) {
      threads.schedule(() -> repeat(arrival), BEFORE_RETRY, executor);
      return;
    }
    continuation.fail(
        arrival,
        new ElasticsearchStatusException(
            "near-duplicates cannot be searched in {}: {}",
            status,
            failure,
            arrival.compared().searched(),
            ElasticsearchException.guessRootCauses(failure)[0].getMessage()));
  }
}
