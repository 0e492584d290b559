package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.JoinProgress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/**
 * Keeps a run going through its long phases: ends it if its task was cancelled, keeps its point in
 * time open, and shows its progress in the task.
 */
final class RunProgress implements JoinProgress {

  private final ClusterTask task;
  private final Runnable touch;
  private final long documents;

  /**
   * @param touch keeps the point in time open, see {@link PointInTime#touch}
   * @param documents the number of documents of the run
   */
  RunProgress(ClusterTask task, Runnable touch, long documents) {
    this.task = task;
    this.touch = touch;
    this.documents = documents;
  }

  /** Called regularly by long computations, and between two writes. */
  @Override
  public void check() {
    task.ensureNotCancelled();
    touch.run();
  }

  /** Waits, but not longer than until the task is cancelled. */
  void pause(long millis) {
    CountDownLatch cancelled = new CountDownLatch(1);
    task.addListener(cancelled::countDown);
    try {
      cancelled.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ElasticsearchStatusException(
          "the run was interrupted", RestStatus.SERVICE_UNAVAILABLE, e);
    }
    check();
  }

  @Override
  public void bandDone(int done, int all, long compared) {
    task.report(
        new ClusterStatus(ClusterStatus.Phase.PAIRING, documents, all, done, compared, 0, 0));
  }
}
