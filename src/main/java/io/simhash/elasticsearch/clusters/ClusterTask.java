package io.simhash.elasticsearch.clusters;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;

/** The task of a cluster run, which shows its progress. */
final class ClusterTask extends CancellableTask {

  private volatile ClusterStatus status = ClusterStatus.START;

  ClusterTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /** Shows progress; fails if the task was cancelled. */
  void report(ClusterStatus now) {
    ensureNotCancelled();
    status = now;
  }

  @Override
  public ClusterStatus getStatus() {
    return status;
  }
}
