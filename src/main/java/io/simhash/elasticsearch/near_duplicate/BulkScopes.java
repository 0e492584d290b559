package io.simhash.elasticsearch.near_duplicate;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.action.update.TransportUpdateAction;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Gives each bulk request its {@link BulkScope}, in the thread context, and knows those that run on
 * this node. A document that is indexed, changed or deleted by a request of its own is a bulk
 * request of one; one that is only simulated has no scope.
 */
final class BulkScopes implements MappedActionFilter {

  private static final String KEY = "simhash_bulk";

  /** The header of requests that an update sends, on the node of the document's shard. */
  static final String UPDATE = "simhash_update";

  private final BiFunction<BulkScope, BulkResponse, BulkResponse> end;
  private final Set<BulkScope> running = ConcurrentHashMap.newKeySet();
  private volatile ThreadContext context;

  /**
   * @param end called before the response is sent, with {@code null} if the request failed; returns
   *     the response to send
   */
  BulkScopes(BiFunction<BulkScope, BulkResponse, BulkResponse> end) {
    this.end = end;
  }

  /** Called when the node starts. */
  void start(ThreadContext threadContext) {
    this.context = threadContext;
  }

  /** The bulk request that this thread works for; {@code null} for none. */
  BulkScope current() {
    return context.getTransient(KEY);
  }

  /**
   * Whether a request that runs on this node writes, changes or deletes a document of an id.
   *
   * @param except a request that does not count; {@code null} for none
   */
  boolean isWriting(String id, BulkScope except) {
    for (BulkScope each : running) {
      if (each != except && each.writes(id) > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String actionName() {
    return TransportBulkAction.NAME;
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (request instanceof BulkRequest == false) {
      chain.proceed(task, action, request, listener);
      return;
    }
    BulkScope scope = new BulkScope((BulkRequest) request, context.getHeader(UPDATE) != null);
    ActionListener<Response> outside =
        ContextPreservingActionListener.wrapPreservingContext(listener, context);
    ActionListener<Response> ending =
        ActionListener.notifyOnce(
            ActionListener.wrap(
                response -> outside.onResponse(ended(scope, response)),
                e -> {
                  ended(scope, null);
                  outside.onFailure(e);
                }));
    scope.onFailure(ending::onFailure);
    running.add(scope);
    try (var ignored = context.newStoredContextPreservingResponseHeaders(Set.of(KEY), Set.of())) {
      context.putTransient(KEY, scope);
      chain.proceed(task, action, request, ending);
    }
  }

  /** Marks the requests that an update sends. */
  MappedActionFilter ofUpdates() {
    return new MappedActionFilter() {
      @Override
      public String actionName() {
        return TransportUpdateAction.NAME;
      }

      @Override
      public <Request extends ActionRequest, Response extends ActionResponse> void apply(
          Task task,
          String action,
          Request request,
          ActionListener<Response> listener,
          ActionFilterChain<Request, Response> chain) {
        var outside = ContextPreservingActionListener.wrapPreservingContext(listener, context);
        try (var ignored = context.newStoredContextPreservingResponseHeaders()) {
          context.putHeader(UPDATE, "true");
          chain.proceed(task, action, request, outside);
        }
      }
    };
  }

  @SuppressWarnings("unchecked") // A bulk request is answered by a bulk response.
  private <Response extends ActionResponse> Response ended(BulkScope scope, Response response) {
    try {
      return (Response) end.apply(scope, (BulkResponse) response);
    } finally {
      running.remove(scope);
    }
  }

  /** The warnings of this thread's response, as headers. */
  List<String> warnings() {
    return context.getResponseHeaders().getOrDefault("Warning", List.of());
  }
}
