package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.query.RequestFilter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
 * Gives each bulk request its scope, in the thread context, and knows those that run on this node.
 * A document that is indexed, changed or deleted by a request of its own is a bulk request of one;
 * one that is only simulated has no scope.
 */
final class RunningBulks {

  private static final String KEY = "simhash_bulk";

  private final RecentDocuments recent;
  private final Set<BulkScope> scopes = ConcurrentHashMap.newKeySet();
  private volatile ThreadContext context;
  private volatile IndexLookup indices;
  private volatile BiConsumer<List<Removed>, Consumer<List<Removed>>> check;

  RunningBulks(RecentDocuments recent) {
    this.recent = recent;
  }

  /**
   * @param findLost passes on those documents whose originals are not there
   */
  void start(
      ThreadContext threadContext,
      IndexLookup resolver,
      BiConsumer<List<Removed>, Consumer<List<Removed>>> findLost) {
    this.context = threadContext;
    this.indices = resolver;
    this.check = findLost;
  }

  /** The bulk request that this thread works for; {@code null} for none. */
  BulkScope current() {
    return context.getTransient(KEY);
  }

  /** Whether a request of this node writes, changes or deletes a document of an id. */
  boolean isWriting(String id) {
    return scopes.stream().anyMatch(each -> each.writes(id) > 0);
  }

  /**
   * Whether a request of this node is known to change a document: see {@link BulkScope#changes}.
   */
  boolean isChanging(Place place, String field, Predicate<RecentDocument> isNear) {
    return scopes.stream().anyMatch(each -> each.changes(place, field, isNear));
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
      Object task, ActionRequest request, ActionListener<ActionResponse> listener) {
    if (request instanceof BulkRequest == false) {
      return listener;
    }
    BulkScope scope =
        new BulkScope((BulkRequest) request, context.getHeader(Caller.UPDATE) != null);
    ActionListener<ActionResponse> ending =
        ActionListener.notifyOnce(
            ActionListener.wrap(
                response ->
                    end(scope, (BulkResponse) response, () -> listener.onResponse(response)),
                e -> end(scope, null, () -> listener.onFailure(e))));
    scope.onFailure(ending::onFailure);
    scopes.add(scope);
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
    check.accept(
        removed,
        lost -> {
          try (var ignored = caller.get()) {
            scope.failLost(lost, response.getItems());
            end(scope, answer);
          }
        });
  }

  private void end(BulkScope scope, Runnable answer) {
    scopes.remove(scope);
    scope.warnings().forEach(header -> context.addResponseHeader("Warning", header));
    scope.withoutValue().forEach(NearDuplicateProcessor::warnWithoutValue);
    answer.run();
  }

  /** The warnings of this thread's response, as headers. */
  List<String> warnings() {
    return context.getResponseHeaders().getOrDefault("Warning", List.of());
  }
}
