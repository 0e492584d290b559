package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.local.TransportLocalProjectMetadataAction;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Runs {@link GetModelsAction} on the cluster state of the node that got the request. */
public final class TransportGetModelsAction
    extends TransportLocalProjectMetadataAction<GetModelsRequest, GetModelsResponse> {

  /** Called by Elasticsearch. */
  @Inject
  public TransportGetModelsAction(
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects) {
    super(
        GetModelsAction.NAME,
        filters,
        transport.getTaskManager(),
        cluster,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT),
        projects);
  }

  @Override
  protected ClusterBlockException checkBlock(GetModelsRequest request, ProjectState state) {
    return state
        .blocks()
        .globalBlockedException(state.projectId(), ClusterBlockLevel.METADATA_READ);
  }

  @Override
  protected void localClusterStateOperation(
      Task task,
      GetModelsRequest request,
      ProjectState project,
      ActionListener<GetModelsResponse> listener) {
    ActionListener.completeWith(
        listener, () -> GetModelsResponse.of(StoreTask.models(project.metadata()), request.name()));
  }
}
