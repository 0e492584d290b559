package io.simhash.elasticsearch.query;

import java.util.Set;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.TriFunction;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Sees the requests of an action before they run on this node, and may put something into their
 * thread context.
 *
 * @param key what is put into the thread context: a request that another one starts has its own
 * @param start is called in the thread context that a request will run in, and returns the listener
 *     that the response is given to; the one that it gets takes the response in the thread context
 *     of the caller
 */
public record RequestFilter(
    String actionName,
    String key,
    Supplier<ThreadContext> context,
    TriFunction<Task, ActionRequest, ActionListener<ActionResponse>, ActionListener<ActionResponse>>
        start)
    implements MappedActionFilter {

  @Override
  @SuppressWarnings("unchecked") // The listener that is returned passes the response on.
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    ThreadContext threads = context.get();
    var outside = ContextPreservingActionListener.wrapPreservingContext(listener, threads);
    Set<String> own = Set.of(key);
    try (var ignored = threads.newStoredContextPreservingResponseHeaders(own, own)) {
      var started = start.apply(task, request, (ActionListener<ActionResponse>) (Object) outside);
      chain.proceed(task, action, request, (ActionListener<Response>) (Object) started);
    }
  }
}
