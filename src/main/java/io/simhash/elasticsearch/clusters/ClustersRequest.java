package io.simhash.elasticsearch.clusters;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The indices to cluster, and how. Never sent to another node. */
public final class ClustersRequest extends BroadcastRequest<ClustersRequest> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<ClustersResponse> TYPE =
      new ActionType<>("indices:data/read/simhash/clusters");

  final ClusterOptions options;
  private final String[] typed;
  private boolean storeResult;

  /**
   * Clusters indices.
   *
   * @param body the options as users type them; they are taken out
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public ClustersRequest(String[] indices, Map<String, Object> body) {
    super(ClusterOptions.requireLocal(indices));
    this.typed = indices.clone();
    this.options = ClusterOptions.from(body);
  }

  /** The names as typed; {@link #indices} are those that security has made of them. */
  String[] typed() {
    return typed;
  }

  /**
   * Whether the result is stored as counts in the index of task results: no client waits for it.
   */
  void storeResult(boolean store) {
    storeResult = store;
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
    return "clusters by [" + options.near().field() + "] in " + List.of(indices());
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }
}
