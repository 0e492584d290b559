package io.simhash.elasticsearch.idf;

import io.simhash.elasticsearch.ingest.SimHashPipelines;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.TransportMasterNodeAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Runs {@link DeleteModelAction} on the master. */
public final class TransportDeleteModelAction
    extends TransportMasterNodeAction<DeleteModelRequest, DeleteModelResponse> {

  private final ProjectResolver projects;
  private final IngestService ingest;

  /** Called by Elasticsearch. */
  @Inject
  public TransportDeleteModelAction(
      TransportService transport,
      ClusterService cluster,
      ThreadPool threads,
      ActionFilters filters,
      ProjectResolver projects,
      IngestService ingest) {
    super(
        DeleteModelAction.NAME,
        transport,
        cluster,
        threads,
        filters,
        DeleteModelRequest::new,
        DeleteModelResponse::new,
        threads.executor(ThreadPool.Names.MANAGEMENT));
    this.projects = projects;
    this.ingest = ingest;
  }

  @Override
  protected void masterOperation(
      Task task,
      DeleteModelRequest request,
      ClusterState state,
      ActionListener<DeleteModelResponse> listener) {
    ProjectId project = projects.getProjectId();
    String name = request.name();
    List<String> pipelines = SimHashPipelines.namingModel(ingest, name);
    clusterService.submitUnbatchedStateUpdateTask(
        "delete-idf-model [" + name + "]",
        new StoreTask(
            request,
            project,
            models -> existing(models, name).without(name),
            listener.map(done -> new DeleteModelResponse(done.isAcknowledged(), pipelines))));
  }

  private static StoredModels existing(StoredModels models, String name) {
    if (models.models().containsKey(name) == false) {
      throw GetModelsResponse.missing(name);
    }
    return models;
  }

  @Override
  protected ClusterBlockException checkBlock(DeleteModelRequest request, ClusterState state) {
    return state
        .blocks()
        .globalBlockedException(projects.getProjectId(), ClusterBlockLevel.METADATA_WRITE);
  }
}
