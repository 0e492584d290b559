package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.text.TextLimit;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryAction;
import org.elasticsearch.action.explain.TransportExplainAction;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.search.TransportSearchShardsAction;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;

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

  private volatile ThreadContext context;
  private volatile Executor executor = EsExecutors.DIRECT_EXECUTOR_SERVICE;
  private volatile Supplier<String> node;

  public void start(ThreadPool threads, Supplier<String> node) {
    this.context = threads.getThreadContext();
    this.executor = threads.generic();
    this.node = node;
  }

  /** The request that this thread works for; in other actions, each look-up is its own. */
  NearRequest current() {
    NearRequest request = context == null ? null : context.getTransient(KEY);
    return request == null ? new NearRequest(TaskId.EMPTY_TASK_ID, () -> {}, executor) : request;
  }

  /** A check that throws if the request that this thread works for was cancelled. */
  public Runnable cancellation() {
    return current().check;
  }

  /** The filters that give requests their objects. */
  public List<MappedActionFilter> filters() {
    return ACTIONS.stream()
        .<MappedActionFilter>map(
            action -> new RequestFilter(action, KEY, () -> context, this::start))
        .toList();
  }

  private ActionListener<ActionResponse> start(
      Task task, ActionRequest request, ActionListener<ActionResponse> listener) {
    Runnable check =
        task instanceof CancellableTask cancellable ? cancellable::ensureNotCancelled : () -> {};
    NearRequest near = new NearRequest(new TaskId(node.get(), task.getId()), check, executor);
    context.putTransient(KEY, near);
    return ActionListener.runBefore(listener, near::end);
  }

  /**
   * The near queries of one request, on the node that received it: what they may look up, and what
   * they may send to the shards.
   */
  static final class NearRequest {

    /**
     * The maximum number of documents that the queries of a request look up: each becomes a query
     * that every shard runs. For more there is {@code _msearch}.
     */
    static final int MAX_DOCUMENTS = 1_000;

    /**
     * The maximum number of {@code shared_passages} queries of a request, with one for each
     * document of {@code like}: each compares the text of every candidate on its own.
     */
    static final int MAX_PASSAGES = 16;

    /**
     * The maximum number of look-ups that run at a time: few searches next to the searches of other
     * users, but enough that one slow shard does not hold up all.
     */
    static final int MAX_LOOKUPS_AT_A_TIME = 4;

    /** The task that its look-ups are children of: cancelling it cancels them. */
    final TaskId task;

    private final Runnable check;
    private final AtomicInteger documents = new AtomicInteger();
    private final AtomicLong characters = new AtomicLong();
    private final AtomicInteger passages = new AtomicInteger();
    private final Set<Object> counted =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final ThrottledTaskRunner lookups;
    private final List<Runnable> warnings = new CopyOnWriteArrayList<>();
    private volatile Exception failure;

    /**
     * @param executor starts its look-ups: not one inside another, where a thousand would overflow
     *     the stack
     */
    NearRequest(TaskId task, Runnable check, Executor executor) {
      this.task = task;
      this.check = check;
      this.lookups = new ThrottledTaskRunner(KEY, MAX_LOOKUPS_AT_A_TIME, executor);
    }

    /** Counts documents that are about to be looked up or fingerprinted, and refuses too many. */
    void countDocuments(int more) {
      require(
          documents.addAndGet(more),
          MAX_DOCUMENTS,
          "[like] and [document] must name at most [%s] documents in all queries of one request but"
              + " named at least [%s]");
    }

    /**
     * Counts the texts of a resolved query, once for each query, and refuses too many characters or
     * {@code shared_passages} queries.
     */
    void countTexts(Object query, long characters, boolean sharesPassages) {
      if (counted.add(query)) {
        countCharacters(characters);
        if (sharesPassages) {
          require(
              passages.incrementAndGet(),
              MAX_PASSAGES,
              "a request must have at most [%s] [shared_passages] queries, with one for each document"
                  + " of [like], but had at least [%s]: send several searches, for instance by"
                  + " _msearch");
        }
      }
    }

    void countCharacters(long more) {
      require(
          characters.addAndGet(more),
          TextLimit.MAX_REQUEST,
          "the near queries of one request must carry at most [%s] characters of text but carried at"
              + " least [%s]");
    }

    private void require(long count, int max, String sentence) {
      if (count > max) {
        IllegalArgumentException e = invalid(sentence, max, count);
        failure = e;
        throw e;
      }
    }

    /**
     * Warns in a header of the response. It is added once more when the request ends, because
     * Elasticsearch loses the headers of a look-up that is over before the search listens to it.
     * Equal headers are one.
     */
    void warn(String sentence, Object... values) {
      Runnable warning = () -> HeaderWarning.addWarning(sentence, values);
      warnings.add(warning);
      warning.run();
    }

    /** Ends the request: look-ups that wait are not run. */
    void end() {
      warnings.forEach(Runnable::run);
      if (failure == null) {
        failure = new IllegalStateException("the request has ended");
      }
    }

    /**
     * Runs a look-up, or the fingerprinting of a document, which gives its result to the listener,
     * as soon as fewer than {@value #MAX_LOOKUPS_AT_A_TIME} are running. After one has failed, so
     * has the request, and those that wait are not run.
     */
    <T> void run(
        CheckedConsumer<ActionListener<T>, Exception> lookup,
        ThreadContext context,
        ActionListener<T> listener) {
      ActionListener<Releasable> start =
          listener.delegateFailureAndWrap(
              (l, slot) ->
                  ActionListener.run(
                      ActionListener.runBefore(l, slot::close).delegateResponse(this::fail),
                      end -> {
                        if (failure != null) {
                          throw failure;
                        }
                        lookup.accept(end);
                      }));
      // A look-up runs in the context of its own request, whichever look-up it follows.
      lookups.enqueueTask(ContextPreservingActionListener.wrapPreservingContext(start, context));
    }

    private <T> void fail(ActionListener<T> end, Exception e) {
      failure = failure == null ? e : failure;
      end.onFailure(e);
    }
  }
}
