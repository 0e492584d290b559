package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.tasks.TaskId;

/**
 * The near queries of one request, on the node that received it: what they may look up, and what
 * they may send to the shards.
 */
final class NearRequest {

  /**
   * The maximum number of documents that the queries of a request look up: each becomes a query
   * that every shard runs. For more there is {@code _msearch}.
   */
  static final int MAX_DOCUMENTS = 1_000;

  /**
   * The maximum number of look-ups that run at a time: few searches beside those of other users,
   * but enough that one slow shard does not hold up all.
   */
  static final int MAX_LOOKUPS_AT_A_TIME = 4;

  private final TaskId task;
  private final Runnable check;
  private final boolean counts;
  private final AtomicInteger documents = new AtomicInteger();
  private final AtomicLong characters = new AtomicLong();
  private final Set<NearQuery> counted =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private final ThrottledTaskRunner lookups =
      new ThrottledTaskRunner(
          "near_lookups", MAX_LOOKUPS_AT_A_TIME, EsExecutors.DIRECT_EXECUTOR_SERVICE);
  private volatile Exception failure;

  private NearRequest(TaskId task, Runnable check, boolean counts) {
    this.task = task;
    this.check = check;
    this.counts = counts;
  }

  /**
   * The request that runs as a task; its look-ups are children of that task.
   *
   * @param check throws if the task was cancelled
   */
  static NearRequest of(TaskId task, Runnable check) {
    return new NearRequest(task, check, true);
  }

  /** The requests of all other actions: they share {@link #MAX_LOOKUPS_AT_A_TIME}, no more. */
  static NearRequest shared() {
    return new NearRequest(TaskId.EMPTY_TASK_ID, () -> {}, false);
  }

  /** Counts documents that are about to be looked up, and refuses too many with a sentence. */
  void countDocuments(int more) {
    if (counts && documents.addAndGet(more) > MAX_DOCUMENTS) {
      throw refused(
          "[like] and [document] must name at most [%s] documents in all queries of one request but"
              + " named at least [%s]",
          MAX_DOCUMENTS, documents.get());
    }
  }

  /** Counts a document that is about to be fingerprinted, and its texts. */
  void countDocument(FingerprintSource.Document document) {
    countDocuments(1);
    countCharacters(document.characters());
  }

  /** Counts the texts of a resolved query, once for each query, and refuses too many characters. */
  void countTexts(NearQuery query) {
    if (counts && counted.add(query)) {
      countCharacters(query.characters());
    }
  }

  private void countCharacters(long more) {
    if (counts && characters.addAndGet(more) > TextLimit.MAX_CHARACTERS) {
      throw refused(
          "the near queries of one request must carry at most [%s] characters of text but carried"
              + " at least [%s]",
          TextLimit.MAX_CHARACTERS, characters.get());
    }
  }

  private IllegalArgumentException refused(String sentence, Object... values) {
    IllegalArgumentException e = invalid(sentence, values);
    failure = e;
    return e;
  }

  /** Ends the request: look-ups that wait are not run. */
  void end() {
    if (failure == null) {
      failure = new IllegalStateException("the request has ended");
    }
  }

  /** Throws if the request's task was cancelled. */
  void ensureNotCancelled() {
    check.run();
  }

  /** Makes a search a child of the request's task: cancelling the one cancels the other. */
  void adopt(SearchRequest search) {
    search.setParentTask(task);
  }

  /** A look-up: it gives its result or its failure to the listener, now or later. */
  @FunctionalInterface
  interface Lookup<T> {
    void run(ActionListener<T> listener) throws Exception;
  }

  /**
   * Runs a look-up, or the fingerprinting of a document, as soon as fewer than {@value
   * #MAX_LOOKUPS_AT_A_TIME} are running. After one has failed, so has the request, and those that
   * wait are not run.
   */
  <T> void run(Lookup<T> lookup, ThreadContext context, ActionListener<T> listener) {
    ActionListener<Releasable> start =
        ActionListener.wrap(
            slot -> {
              ActionListener<T> end = ActionListener.runBefore(noting(listener), slot::close);
              if (failure == null) {
                ActionListener.run(end, lookup::run);
              } else {
                end.onFailure(failure);
              }
            },
            listener::onFailure);
    // A look-up runs in the context of its own request, on whichever thread it starts.
    lookups.enqueueTask(
        new ContextPreservingActionListener<>(context.newRestorableContext(false), start));
  }

  private <T> ActionListener<T> noting(ActionListener<T> listener) {
    return listener.delegateResponse(
        (l, e) -> {
          if (counts) {
            failure = e;
          }
          l.onFailure(e);
        });
  }
}
