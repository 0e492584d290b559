package io.simhash.elasticsearch.query;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryAction;
import org.elasticsearch.action.explain.TransportExplainAction;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.search.TransportSearchShardsAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * Gives each search, {@code _explain}, {@code _validate} and search for shards its {@link
 * NearRequest}, in the thread context. A search that one of them starts gets its own.
 */
public final class NearRequests {

  private static final String KEY = "simhash_near_request";

  private static final List<String> ACTIONS =
      List.of(
          TransportSearchAction.NAME,
          TransportSearchShardsAction.NAME,
          TransportExplainAction.TYPE.name(),
          ValidateQueryAction.NAME);

  private final NearRequest shared = NearRequest.shared();
  private volatile ThreadContext context;
  private volatile Supplier<String> node;

  /**
   * Called when the node starts.
   *
   * @param node the id of this node
   */
  public void start(ThreadContext threadContext, Supplier<String> node) {
    this.context = threadContext;
    this.node = node;
  }

  /** The request that this thread works for; other actions share one. */
  NearRequest current() {
    NearRequest request = context == null ? null : context.getTransient(KEY);
    return request == null ? shared : request;
  }

  /** A check that throws if the request that this thread works for was cancelled. */
  public Runnable cancellation() {
    return current()::ensureNotCancelled;
  }

  /** The filters that give requests their objects. */
  public Collection<MappedActionFilter> filters() {
    Stream<MappedActionFilter> filters = ACTIONS.stream().map(Filter::new);
    return filters.toList();
  }

  private final class Filter implements MappedActionFilter {

    private final String action;

    Filter(String action) {
      this.action = action;
    }

    @Override
    public String actionName() {
      return action;
    }

    @Override
    public <Request extends ActionRequest, Response extends ActionResponse> void apply(
        Task task,
        String actionName,
        Request request,
        ActionListener<Response> listener,
        ActionFilterChain<Request, Response> chain) {
      Runnable check =
          task instanceof CancellableTask cancellable ? cancellable::ensureNotCancelled : () -> {};
      NearRequest near = NearRequest.of(new TaskId(node.get(), task.getId()), check);
      ActionListener<Response> outside =
          ActionListener.runBefore(
              ContextPreservingActionListener.wrapPreservingContext(listener, context), near::end);
      try (var ignored = context.newStoredContextPreservingResponseHeaders(Set.of(KEY), Set.of())) {
        context.putTransient(KEY, near);
        chain.proceed(task, actionName, request, outside);
      }
    }
  }
}
