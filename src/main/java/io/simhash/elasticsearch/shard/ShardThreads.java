package io.simhash.elasticsearch.shard;

import java.util.concurrent.Executor;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The threads of a node on which an action counts whole shards: at most {@link #MAX} of the pool
 * {@code generic}, so that counting any number of shards takes no thread from searches. Other
 * shards wait.
 */
public final class ShardThreads implements Executor {

  /** The maximum number of shards of a node that are counted at the same time. */
  public static final int MAX = 2;

  private final ThreadPool pool;
  private final Executor throttled;

  /**
   * @param name of the action, for messages; each action has threads of its own
   */
  public ShardThreads(ThreadPool pool, String name) {
    this.pool = pool;
    this.throttled = new ThrottledTaskRunner(name, MAX, pool.generic()).asExecutor();
  }

  /** Runs a task later with the rights of the present caller. */
  @Override
  public void execute(Runnable task) {
    throttled.execute(pool.getThreadContext().preserveContext(task));
  }
}
