package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.query.RequestFilter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.action.update.TransportUpdateAction;
import org.elasticsearch.common.util.concurrent.ThreadContext;

/**
 * Gives each bulk request its {@link BulkScope}, in the thread context, and knows those that run on
 * this node. A document that is indexed, changed or deleted by a request of its own is a bulk
 * request of one; one that is only simulated has no scope.
 */
final class BulkScopes {

  private static final String KEY = "simhash_bulk";

  /** The header of requests that an update sends, on the node of the document's shard. */
  static final String UPDATE = "simhash_update";

  private final RecentDocuments recent;
  private final Set<BulkScope> running = ConcurrentHashMap.newKeySet();
  private volatile ThreadContext context;
  private volatile ComparedIndices.Lookup indices;

  BulkScopes(RecentDocuments recent) {
    this.recent = recent;
  }

  void start(ThreadContext threadContext, ComparedIndices.Lookup resolver) {
    this.context = threadContext;
    this.indices = resolver;
  }

  /** The bulk request that this thread works for; {@code null} for none. */
  BulkScope current() {
    return context.getTransient(KEY);
  }

  /** Whether a request of this node, except one, writes, changes or deletes a document of an id. */
  boolean isWriting(String id, BulkScope except) {
    return running.stream().anyMatch(each -> each != except && each.writes(id) > 0);
  }

  /** The filters of bulk requests and of updates, which mark the requests that they send. */
  List<MappedActionFilter> filters() {
    return List.of(
        new RequestFilter(TransportBulkAction.NAME, KEY, () -> context, this::start),
        new RequestFilter(
            TransportUpdateAction.NAME,
            UPDATE,
            () -> context,
            (task, request, listener) -> {
              context.putHeader(UPDATE, "true");
              return listener;
            }));
  }

  private ActionListener<ActionResponse> start(
      Object task, ActionRequest request, ActionListener<ActionResponse> listener) {
    if (request instanceof BulkRequest == false) {
      return listener;
    }
    BulkScope scope = new BulkScope((BulkRequest) request, context.getHeader(UPDATE) != null);
    ActionListener<ActionResponse> ending =
        ActionListener.notifyOnce(
            ActionListener.wrap(
                response -> {
                  end(scope, (BulkResponse) response);
                  listener.onResponse(response);
                },
                e -> {
                  end(scope, null);
                  listener.onFailure(e);
                }));
    scope.onFailure(ending::onFailure);
    running.add(scope);
    context.putTransient(KEY, scope);
    return ending;
  }

  /** Called before the response of a request is sent, {@code null} if it failed. */
  private void end(BulkScope scope, BulkResponse response) {
    try {
      if (response != null) {
        recent.removeWritten(response);
      }
      scope.end(response, indices::uuid, recent);
      scope.warnings().forEach(header -> context.addResponseHeader("Warning", header));
      scope.withoutValue().forEach(NearDuplicateProcessor::warnWithoutValue);
    } finally {
      running.remove(scope);
    }
  }

  /** The warnings of this thread's response, as headers. */
  List<String> warnings() {
    return context.getResponseHeaders().getOrDefault("Warning", List.of());
  }
}
