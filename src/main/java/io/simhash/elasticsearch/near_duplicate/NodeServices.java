package io.simhash.elasticsearch.near_duplicate;

import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskManager;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Threads, timers and requests of the node, as arriving documents use them: requests run with the
 * rights of the caller.
 *
 * @param processors the number of processors of the node
 * @param secured whether security is on: then a request without a user is refused
 */
record NodeServices(
    NodeClient client, ThreadPool threads, TaskManager tasks, int processors, boolean secured) {

  /** The wait before a request that failed is repeated. */
  static final TimeValue BEFORE_RETRY = TimeValue.timeValueMillis(100);

  ThreadContext context() {
    return threads.getThreadContext();
  }

  /** Threads that may run the rest of a pipeline. */
  Executor executor() {
    return threads.generic();
  }

  /** The caller that this thread works for. */
  Caller caller() {
    return Caller.of(context(), secured);
  }

  /** Runs a command later, on the threads of {@link #executor}. */
  Scheduler.Cancellable later(TimeValue delay, Runnable command) {
    return threads.schedule(command, delay, executor());
  }

  /** Whether a request that failed may succeed if it is repeated. */
  static boolean isTemporary(Exception failure) {
    RestStatus status = ExceptionsHelper.status(failure);
    return status == RestStatus.TOO_MANY_REQUESTS || status == RestStatus.SERVICE_UNAVAILABLE;
  }

  /**
   * Sends a request with the rights of a caller.
   *
   * @param context restores the thread context of the caller
   */
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

  /** Cancels a request. */
  void cancel(CancellableTask task, String reason) {
    tasks.cancelTaskAndDescendants(task, reason, false, ActionListener.noop());
  }
}
