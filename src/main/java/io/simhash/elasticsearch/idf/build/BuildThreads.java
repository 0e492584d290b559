package io.simhash.elasticsearch.idf.build;

import java.util.concurrent.Executor;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The threads of a node on which models are built: at most {@link #MAX} of the pool {@code
 * generic}, so that builds of any number of shards take no thread from searches. Other shards wait.
 */
final class BuildThreads implements Executor {

  /** The maximum number of shards of a node that are counted at the same time. */
  static final int MAX = 2;

  private final ThreadPool pool;
  private final Executor throttled;

  BuildThreads(ThreadPool pool) {
    this.pool = pool;
    this.throttled = new ThrottledTaskRunner("simhash_idf_build", MAX, pool.generic()).asExecutor();
  }

  /** Runs a task later with the rights of the present caller. */
  @Override
  public void execute(Runnable task) {
    throttled.execute(pool.getThreadContext().preserveContext(task));
  }
}
