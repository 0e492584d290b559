package io.simhash.elasticsearch.ingest.duplicate;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Gives each bulk request its {@link BulkScope}, in the thread context. A document that is indexed
 * by a request of its own is a bulk request of one; one that is only simulated has no scope.
 */
final class BulkScopes implements MappedActionFilter {

  private static final String KEY = "simhash_bulk";

  private final BiConsumer<BulkScope, BulkResponse> end;
  private volatile ThreadContext context;

  /**
   * @param end called before the response is sent; without a response if the request failed
   */
  BulkScopes(BiConsumer<BulkScope, BulkResponse> end) {
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
    BulkScope scope = new BulkScope(request instanceof BulkRequest bulk ? documents(bulk) : 0);
    ActionListener<Response> outside =
        ContextPreservingActionListener.wrapPreservingContext(listener, context);
    ActionListener<Response> ending =
        ActionListener.wrap(
            response -> {
              end.accept(scope, response instanceof BulkResponse bulk ? bulk : null);
              outside.onResponse(response);
            },
            e -> {
              end.accept(scope, null);
              outside.onFailure(e);
            });
    try (var ignored = context.newStoredContextPreservingResponseHeaders(Set.of(KEY), Set.of())) {
      context.putTransient(KEY, scope);
      chain.proceed(task, action, request, ending);
    }
  }

  private static int documents(BulkRequest bulk) {
    return (int)
        bulk.requests().stream()
            .filter(each -> TransportBulkAction.getIndexWriteRequest(each) != null)
            .count();
  }

  /** The warnings of this thread's response, as headers. */
  List<String> warnings() {
    return context.getResponseHeaders().getOrDefault("Warning", List.of());
  }
}
