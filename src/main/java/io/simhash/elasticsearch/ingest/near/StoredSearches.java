package io.simhash.elasticsearch.ingest.near;

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
 * a caller, at most {@value #MAX_RUNNING} at a time on the node. A search that is rejected because
 * the node is busy is repeated until the document's time ends.
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
  private final CallerQueue<Arrival> queue;

  /**
   * @param processors the number of searches of one request that run at the same time
   */
  StoredSearches(AsCaller asCaller, ThreadPool threads, int processors, Continuation continuation) {
    this.asCaller = asCaller;
    this.threads = threads;
    this.executor = threads.generic();
    this.processors = processors;
    this.continuation = continuation;
    this.queue = new CallerQueue<>(executor, MAX_BATCH, MAX_RUNNING, this::send);
  }

  /** Searches for the near-duplicates of a document. */
  void add(Arrival arrival) {
    queue.add(arrival.caller(), arrival);
  }

  private void send(Caller caller, List<Arrival> batch, Runnable done) {
    List<Arrival> open = batch.stream().filter(each -> each.isDecided() == false).toList();
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
      MultiSearchRequest request = new MultiSearchRequest().maxConcurrentSearchRequests(processors);
      open.forEach(each -> request.add(SearchOfNeighbours.request(each)));
      ActionListener<MultiSearchResponse> answered = end.map(response -> steps(open, response));
      asCaller.send(open.getFirst(), caller, client -> client.multiSearch(request, answered));
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /** Reads the answers, which are released when this method returns. */
  private List<Runnable> steps(List<Arrival> open, MultiSearchResponse response) {
    List<Arrival> found = new ArrayList<>();
    List<Runnable> steps = new ArrayList<>();
    for (int i = 0; i < open.size(); i++) {
      Arrival arrival = open.get(i);
      MultiSearchResponse.Item item = response.getResponses()[i];
      Exception failure = item.getFailure();
      if (failure == null) {
        arrival.setStored(SearchOfNeighbours.read(arrival, item.getResponse()));
        found.add(arrival);
      } else {
        steps.add(() -> failed(arrival, failure));
      }
    }
    steps.addFirst(() -> continuation.advance(found));
    return steps;
  }

  private void failed(Arrival arrival, Exception failure) {
    RestStatus status = ExceptionsHelper.status(failure);
    if (status == RestStatus.TOO_MANY_REQUESTS) {
      threads.schedule(() -> add(arrival), BEFORE_RETRY, executor);
      return;
    }
    continuation.fail(
        arrival,
        new ElasticsearchStatusException(
            "near-duplicates cannot be searched in {}: {}",
            status,
            failure,
            arrival.target().searched(),
            ElasticsearchException.guessRootCauses(failure)[0].getMessage()));
  }
}
