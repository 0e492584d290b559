package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.action.support.master.TransportMasterNodeAction;
import org.elasticsearch.cluster.AckedClusterStateUpdateTask;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/** Changes the stored models on the master node and waits until all nodes have the change. */
abstract class TransportChangeModelsAction<
        Request extends AcknowledgedRequest<Request>, Response extends AcknowledgedResponse>
    extends TransportMasterNodeAction<Request, Response> {

  private final ProjectResolver projects;

  TransportChangeModelsAction(
      String name,
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects,
      Writeable.Reader<Request> request,
      Writeable.Reader<Response> response) {
    super(
        name,
        transport,
        cluster,
        transport.getThreadPool(),
        filters,
        request,
        response,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
    this.projects = projects;
  }

  /** The models after the change; an exception here fails the request. */
  abstract StoredModels change(StoredModels models, Request request);

  /** The response when the change was made. */
  abstract Response response(Request request, boolean acknowledged);

  @Override
  protected final void masterOperation(
      Task task, Request request, ClusterState current, ActionListener<Response> listener) {
    ProjectId project = projects.getProjectId();
    clusterService.submitUnbatchedStateUpdateTask(
        request.getDescription(),
        new AckedClusterStateUpdateTask(request, listener) {
          @Override
          public ClusterState execute(ClusterState state) {
            StoredModels before = StoredModels.of(state.metadata().getProject(project));
            StoredModels after = change(before, request);
            return after.equals(before)
                ? state
                : state.copyAndUpdateProject(
                    project, builder -> builder.putCustom(StoredModels.TYPE, after));
          }

          @Override
          protected AcknowledgedResponse newResponse(boolean acknowledged) {
            return response(request, acknowledged);
          }
        });
  }

  @Override
  protected final ClusterBlockException checkBlock(Request request, ClusterState state) {
    return state
        .blocks()
        .globalBlockedException(projects.getProjectId(), ClusterBlockLevel.METADATA_WRITE);
  }
}
