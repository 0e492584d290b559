package io.simhash.elasticsearch.near_duplicate;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.IllegalIndexShardStateException;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.node.NodeClosedException;
import org.elasticsearch.search.SearchContextMissingException;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Threads, timers, memory and requests of the node.
 *
 * @param secured whether a request without a user is refused
 */
record NodeServices(
    NodeClient client,
    ThreadPool threads,
    TaskManager tasks,
    CircuitBreaker breaker,
    int processors,
    boolean secured) {

  private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);

  /** The failures of a node that ends, or no longer has a shard, with other statuses. */
  private static final Class<?>[] LOST = {
    NodeClosedException.class,
    ShardNotFoundException.class,
    IllegalIndexShardStateException.class,
    AlreadyClosedException.class,
    SearchContextMissingException.class
  };

  ThreadContext context() {
    return threads.getThreadContext();
  }

  /** Threads that may run the rest of a pipeline. */
  Executor executor() {
    return threads.generic();
  }

  Caller caller() {
    return Caller.of(context(), secured);
  }

  /** Runs a command later, on the threads of {@link #executor}. */
  Scheduler.Cancellable later(TimeValue delay, Runnable command) {
    return threads.schedule(command, delay, executor());
  }

  /** Whether a request that failed may succeed if it is repeated. */
  static boolean isTemporary(Exception failure) {
    return TEMPORARY.contains(ExceptionsHelper.status(failure).getStatus())
        || Arrays.stream(ElasticsearchException.guessRootCauses(failure))
            .anyMatch(cause -> ExceptionsHelper.unwrap(cause, LOST) != null);
  }

  /** Sends a request with the rights of a caller, whose thread context is restored. */
  <R extends ActionResponse> Task send(
      Caller caller,
      Supplier<ThreadContext.StoredContext> context,
      ActionType<R> action,
      ActionRequest request,
      ActionListener<R> listener) {
    try (var ignored = context.get()) {
      if (caller().equals(caller) == false) {
        throw new IllegalStateException("a request is sent in the context of another caller");
      }
      return client.executeLocally(action, request, listener);
    }
  }

  /**
   * Sends a request with the rights of the node, which may read every document: only where nothing
   * of the answer is passed on that the caller could not find out by writing.
   */
  <R extends ActionResponse> void sendAsNode(
      ActionType<R> action, ActionRequest request, ActionListener<R> listener) {
    try (var ignored = context().stashContext()) {
      client.executeLocally(action, request, listener);
    }
  }
}
