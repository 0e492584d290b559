package io.simhash.elasticsearch.idf;

import java.util.function.UnaryOperator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.AckedClusterStateUpdateTask;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;

/** Changes the stored models of a project; what changes nothing makes no new cluster state. */
public final class StoreTask extends AckedClusterStateUpdateTask {

  private final ProjectId project;
  private final UnaryOperator<StoredModels> change;

  StoreTask(
      AcknowledgedRequest<?> request,
      ProjectId project,
      UnaryOperator<StoredModels> change,
      ActionListener<AcknowledgedResponse> listener) {
    super(request, listener);
    this.project = project;
    this.change = change;
  }

  @Override
  public ClusterState execute(ClusterState state) {
    StoredModels before = models(state.metadata().getProject(project));
    StoredModels after = change.apply(before);
    return after.equals(before)
        ? state
        : state.copyAndUpdateProject(
            project, builder -> builder.putCustom(StoredModels.TYPE, after));
  }

  public static StoredModels models(ProjectMetadata project) {
    return project.custom(StoredModels.TYPE, StoredModels.EMPTY);
  }
}
