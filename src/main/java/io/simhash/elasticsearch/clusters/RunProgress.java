package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.JoinProgress;

/**
 * Keeps a run going through its long phases: ends it if its task was cancelled, keeps its point in
 * time open, and shows its progress in the task.
 */
final class RunProgress implements JoinProgress {

  private final ClusterTask task;
  private final PointInTime pointInTime;
  private final long documents;

  RunProgress(ClusterTask task, PointInTime pointInTime, long documents) {
    this.task = task;
    this.pointInTime = pointInTime;
    this.documents = documents;
  }

  /** Called regularly by long computations, and between two writes. */
  @Override
  public void check() {
    task.ensureNotCancelled();
    pointInTime.touch();
  }

  @Override
  public void bandDone(int done, int all, long compared) {
    task.report(
        new ClusterStatus(ClusterStatus.Phase.PAIRING, documents, all, done, compared, 0, 0));
  }
}
