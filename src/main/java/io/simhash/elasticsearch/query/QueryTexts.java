package io.simhash.elasticsearch.query;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The work on the texts of queries, done once on a node: not again for each clause, shard, phase
 * and page of a scroll.
 *
 * <p>Results are kept for a minute after their last use, and only the most recently used ones, as
 * many as fit into a given number of bytes. Texts themselves are not kept. Threads that need a
 * result that another one is computing wait for it. A failure is not kept.
 */
public final class QueryTexts implements Releasable {

  private static final TimeValue KEPT = TimeValue.timeValueMinutes(1);
  private static final TimeValue SWEEP_INTERVAL = TimeValue.timeValueSeconds(10);

  /** A result and its bytes in memory. */
  record Result(Object value, long bytes) {}

  private final Cache<TextKey, Result> results;

  /** The counts of one shard request. It must not refer to the context, its key. */
  record Counts(AtomicLong characters, Set<NearQuery> queries, Set<TextKey> accounted) {

    Counts() {
      this(
          new AtomicLong(),
          Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>())),
          ConcurrentHashMap.newKeySet());
    }
  }

  /** By identity of the context; an entry lives as long as its shard request. */
  private final Map<SearchExecutionContext, Counts> requests =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final TimeValue sweepInterval;

  private volatile Scheduler.Cancellable sweep;

  /**
   * Results that use at most a hundredth of a heap, but as much as the shingles of one request may
   * need, 45 MB, if that is at most a twentieth: with less, each shard would compute again what the
   * one before it has computed.
   */
  public static QueryTexts ofHeap(long heapBytes) {
    long request = TextLimit.MAX_CHARACTERS * (Long.BYTES + 1);
    return new QueryTexts(Math.max(heapBytes / 100, Math.min(heapBytes / 20, request)));
  }

  /**
   * @param maxBytes the maximum memory for results
   */
  QueryTexts(long maxBytes) {
    this(maxBytes, KEPT, SWEEP_INTERVAL);
  }

  QueryTexts(long maxBytes, TimeValue kept, TimeValue sweepInterval) {
    this.sweepInterval = sweepInterval;
    this.results =
        CacheBuilder.<TextKey, Result>builder()
            .setMaximumWeight(maxBytes)
            .weigher((key, result) -> TextKey.BYTES + result.bytes())
            .setExpireAfterAccess(kept)
            .build();
  }

  /** Removes expired results from now on: without it they would stay until the next query. */
  public void start(ThreadPool threads) {
    sweep = threads.scheduleWithFixedDelay(results::refresh, sweepInterval, threads.generic());
  }

  @Override
  public void close() {
    if (sweep != null) {
      sweep.cancel();
    }
  }

  /** The texts of one shard request. */
  ShardTexts of(SearchExecutionContext context) {
    Counts counts = requests.computeIfAbsent(context, request -> new Counts());
    Runnable cancellation = SearchCancellation.INSTANCE.of(context.searcher());
    return new ShardTexts(this, counts, new QueryMemory(context), cancellation);
  }

  /** The result that belongs to a key; {@code work} computes it unless it is known. */
  Result get(TextKey key, Supplier<Result> work) {
    try {
      return results.computeIfAbsent(key, ignored -> compute(work));
    } catch (ExecutionException e) {
      Throwable cause = e;
      while (cause instanceof ExecutionException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }
  }

  /** The cache lets the other threads go only if a failure is an exception. */
  private static Result compute(Supplier<Result> work) throws ExecutionException {
    try {
      return work.get();
    } catch (Error e) {
      throw new ExecutionException(e);
    }
  }

  /** The number of results that are kept, expired ones that are not removed yet included. */
  int count() {
    return results.count();
  }
}
