package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.query.RequestFilter;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.TransportBulkAction;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.action.update.TransportUpdateAction;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.Task;

/**
 * Gives each bulk request that runs on this node its scope, in the thread context. A document that
 * is indexed, changed or deleted by a request of its own is a bulk request of one; one that is only
 * simulated has no scope.
 */
final class RunningBulks {

  private static final String KEY = "simhash_bulk";

  private final ThreadContext context;
  private final IndexLookup indices;
  private final RecentDocuments recent;
  private final Set<BulkScope> running;
  private final BiConsumer<List<Removed>, Consumer<List<Removed>>> findLost;

  /**
   * @param running gets the requests that run
   * @param findLost passes on those documents whose originals are not there
   */
  RunningBulks(
      ThreadContext context,
      IndexLookup indices,
      RecentDocuments recent,
      Set<BulkScope> running,
      BiConsumer<List<Removed>, Consumer<List<Removed>>> findLost) {
    this.context = context;
    this.indices = indices;
    this.recent = recent;
    this.running = running;
    this.findLost = findLost;
  }

  /** The bulk request that this thread works for; {@code null} for none. */
  BulkScope current() {
    return context.getTransient(KEY);
  }

  /** The filters of bulk requests and of updates, which mark the requests that they send. */
  List<MappedActionFilter> filters() {
    return List.of(
        new RequestFilter(TransportBulkAction.NAME, KEY, () -> context, this::start),
        new RequestFilter(
            TransportUpdateAction.NAME,
            Caller.UPDATE,
            () -> context,
            (task, request, listener) -> {
              context.putHeader(Caller.UPDATE, "true");
              return listener;
            }));
  }

  private ActionListener<ActionResponse> start(
      Task task, ActionRequest request, ActionListener<ActionResponse> listener) {
    BulkScope scope =
        new BulkScope((BulkRequest) request, context.getHeader(Caller.UPDATE) != null);
    ActionListener<ActionResponse> ending =
        ActionListener.notifyOnce(
            ActionListener.wrap(
                response ->
                    end(scope, (BulkResponse) response, () -> listener.onResponse(response)),
                e -> end(scope, null, () -> listener.onFailure(e))));
    scope.failure = ending::onFailure;
    running.add(scope);
    context.putTransient(KEY, scope);
    return ending;
  }

  /**
   * Ends a request, and then sends its answer: if it removed documents because of others, once
   * these have been read again.
   *
   * @param response {@code null} if it failed
   */
  private void end(BulkScope scope, BulkResponse response, Runnable answer) {
    List<Removed> removed;
    // Together: a document that it has written again is never missing.
    synchronized (recent) {
      if (response != null) {
        recent.removeWritten(response);
      }
      removed = scope.end(response, indices::uuid, recent::end);
    }
    if (removed.isEmpty()) {
      end(scope, answer);
      return;
    }
    var caller = context.newRestorableContext(true);
    findLost.accept(
        removed,
        lost -> {
          try (var ignored = caller.get()) {
            scope.failLost(lost, response.getItems());
            end(scope, answer);
          }
        });
  }

  private void end(BulkScope scope, Runnable answer) {
    running.remove(scope);
    scope.warn(context);
    answer.run();
  }
}
