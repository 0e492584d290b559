package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.run.RunRequest;
import java.util.List;
import java.util.Map;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The indices to cluster, and how. */
public final class ClustersRequest extends RunRequest {

  final ClusterOptions options;

  /** The names as typed; {@link #indices} are those that security has made of them. */
  final String[] typed;

  private boolean storeResult;

  /**
   * Clusters indices.
   *
   * @param body the options as users type them; they are taken out
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public ClustersRequest(String[] indices, Map<String, Object> body) {
    super(indices);
    this.typed = indices.clone();
    this.options = ClusterOptions.from(body);
  }

  /** Stores the result as counts in the index of task results: no client waits for it. */
  void storeResult() {
    storeResult = true;
  }

  @Override
  public boolean getShouldStoreResult() {
    return storeResult;
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new ClusterTask(id, type, action, getDescription(), parent, headers);
  }

  @Override
  public String getDescription() {
    return "clusters by [" + options.fields().near().field() + "] in " + List.of(indices());
  }
}
