package io.simhash.elasticsearch.idf.build;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.idf.PutModelAction;
import io.simhash.elasticsearch.idf.PutModelRequest;
import io.simhash.elasticsearch.idf.PutModelResponse;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Runs {@link BuildModelAction} on the node that got the request: a {@link ModelBuild}, then {@link
 * PutModelAction}, both as the caller and as children of its task.
 */
public final class TransportBuildModelAction
    extends TransportAction<BuildModelRequest, PutModelResponse> {

  private final NodeClient client;
  private final ClusterService cluster;

  /** Called by Elasticsearch. */
  @Inject
  public TransportBuildModelAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client) {
    super(
        BuildModelAction.NAME,
        filters,
        transport.getTaskManager(),
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
    this.client = client;
    this.cluster = cluster;
  }

  @Override
  protected void doExecute(
      Task task, BuildModelRequest request, ActionListener<PutModelResponse> listener) {
    Client children = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    new ModelBuild(
            request,
            children,
            ModelBuild.SLICE_TERMS,
            listener.delegateFailureAndWrap((l, model) -> store(children, request, model, l)))
        .start();
  }

  private static void store(
      Client children,
      BuildModelRequest request,
      IdfModel model,
      ActionListener<PutModelResponse> listener) {
    PutModelRequest put =
        new PutModelRequest(request.masterTimeout(), request.ackTimeout(), request.name(), model);
    children.execute(PutModelAction.INSTANCE, put, listener);
  }
}
