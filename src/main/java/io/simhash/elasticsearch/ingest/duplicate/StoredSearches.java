package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * a caller, with one search for each processor where its hits fit into the result window, at most
 * {@value #MAX_RUNNING} at a time on the node. A search that is rejected because the node is busy
 * is repeated until the document's time ends.
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
      List<NeighbourSearch> searches = group(open);
      MultiSearchRequest request = new MultiSearchRequest().maxConcurrentSearchRequests(processors);
      searches.forEach(each -> request.add(each.request()));
      ActionListener<MultiSearchResponse> answered = end.map(response -> steps(searches, response));
      asCaller.send(open.getFirst(), caller, client -> client.multiSearch(request, answered));
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /** The searches: as few as possible for the documents of a processor and its indices. */
  private static List<NeighbourSearch> group(List<WaitingDocument> open) {
    record Group(NearDuplicateProcessor processor, List<String> searched, WaitingDocument alone) {}
    Map<Group, List<WaitingDocument>> groups = new LinkedHashMap<>();
    for (WaitingDocument each : open) {
      Group group =
          new Group(each.processor(), each.compared().searched(), each.isAlone() ? each : null);
      groups.computeIfAbsent(group, g -> new ArrayList<>()).add(each);
    }
    return groups.values().stream().flatMap(group -> NeighbourSearch.of(group).stream()).toList();
  }

  /** Reads the answers, which are released when this method returns. */
  private List<Runnable> steps(List<NeighbourSearch> searches, MultiSearchResponse response) {
    List<WaitingDocument> found = new ArrayList<>();
    List<Runnable> steps = new ArrayList<>();
    steps.add(() -> continuation.advance(found));
    NeighbourSearch.Found collect =
        new NeighbourSearch.Found() {
          @Override
          public void neighbours(WaitingDocument arrival, List<Neighbour> neighbours) {
            arrival.setStored(neighbours);
            found.add(arrival);
          }

          @Override
          public void incomplete(WaitingDocument arrival) {
            arrival.setAlone();
            steps.add(() -> repeat(arrival));
          }
        };
    for (int i = 0; i < searches.size(); i++) {
      NeighbourSearch search = searches.get(i);
      MultiSearchResponse.Item item = response.getResponses()[i];
      Exception failure = item.getFailure();
      if (failure == null) {
        search.read(item.getResponse(), collect);
      } else {
        search.arrivals().forEach(each -> steps.add(() -> failed(each, failure)));
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
