package io.simhash.elasticsearch.idf;

import io.simhash.elasticsearch.profile.IdfModels;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterStateApplier;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;

/**
 * Hands the stored models of each cluster state to the node's processors and requests. To be
 * registered with high priority: a pipeline of the same state may name a model of it.
 */
public final class ModelApplier implements ClusterStateApplier {

  private final IdfModels models;

  /** Hands them to {@code models}. */
  public ModelApplier(IdfModels models) {
    this.models = models;
  }

  @Override
  public void applyClusterState(ClusterChangedEvent event) {
    StoredModels now = stored(event.state().metadata().projects().get(ProjectId.DEFAULT));
    StoredModels before =
        stored(event.previousState().metadata().projects().get(ProjectId.DEFAULT));
    if (now != before) {
      models.store(now.models());
    }
  }

  private static StoredModels stored(ProjectMetadata project) {
    return project == null ? StoredModels.EMPTY : StoreTask.models(project);
  }
}
