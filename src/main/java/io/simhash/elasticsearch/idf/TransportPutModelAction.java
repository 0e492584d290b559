package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.TransportMasterNodeAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Runs {@link PutModelAction} on the master. */
public final class TransportPutModelAction
    extends TransportMasterNodeAction<PutModelRequest, PutModelResponse> {

  private final ProjectResolver projects;

  /** Called by Elasticsearch. */
  @Inject
  public TransportPutModelAction(
      TransportService transport,
      ClusterService cluster,
      ThreadPool threads,
      ActionFilters filters,
      ProjectResolver projects) {
    super(
        PutModelAction.NAME,
        transport,
        cluster,
        threads,
        filters,
        PutModelRequest::new,
        PutModelResponse::new,
        threads.executor(ThreadPool.Names.MANAGEMENT));
    this.projects = projects;
  }

  @Override
  protected void masterOperation(
      Task task,
      PutModelRequest request,
      ClusterState state,
      ActionListener<PutModelResponse> listener) {
    clusterService.submitUnbatchedStateUpdateTask(
        "put-idf-model [" + request.name() + "]",
        new StoreTask(
            request,
            projects.getProjectId(),
            models -> models.with(request.name(), request.model()),
            listener.map(done -> new PutModelResponse(done.isAcknowledged(), request.summary()))));
  }

  @Override
  protected ClusterBlockException checkBlock(PutModelRequest request, ClusterState state) {
    return state
        .blocks()
        .globalBlockedException(projects.getProjectId(), ClusterBlockLevel.METADATA_WRITE);
  }
}
