package io.simhash.elasticsearch.idf;

import io.simhash.elasticsearch.profile.IdfModels;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterStateApplier;
import org.elasticsearch.cluster.metadata.ProjectId;

/**
 * Copies the stored models of each new cluster state to the node's {@link IdfModels}, where
 * processors and requests look them up. Register it with high priority: a pipeline of the same
 * cluster state may use one of the models.
 */
public record StoredModelsApplier(IdfModels models) implements ClusterStateApplier {

  @Override
  public void applyClusterState(ClusterChangedEvent event) {
    if (event.customMetadataChanged(ProjectId.DEFAULT, StoredModels.TYPE)) {
      models.store(
          StoredModels.of(event.state().metadata().getProject(ProjectId.DEFAULT)).models());
    }
  }
}
