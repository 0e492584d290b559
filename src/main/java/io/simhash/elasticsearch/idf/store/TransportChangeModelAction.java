package io.simhash.elasticsearch.idf.store;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.ingest.SimHashPipelines;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.action.support.master.TransportMasterNodeAction;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.AckedClusterStateUpdateTask;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Stores an IDF model, in place of one of the same name, or deletes one: on the master node, which
 * waits until all nodes have the change. Two actions, so that each can be granted alone.
 */
public abstract class TransportChangeModelAction
    extends TransportMasterNodeAction<ModelChange.Request, ModelChange.Response> {

  /** The action that stores a model, which the cluster privilege {@code manage} covers. */
  public static final ActionType<ModelChange.Response> PUT =
      new ActionType<>("cluster:admin/simhash/idf/put");

  /** The action that deletes a model, which the cluster privilege {@code manage} covers. */
  public static final ActionType<ModelChange.Response> DELETE =
      new ActionType<>("cluster:admin/simhash/idf/delete");

  private final ProjectResolver projects;

  private TransportChangeModelAction(
      ActionType<ModelChange.Response> type,
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects) {
    super(
        type.name(),
        transport,
        cluster,
        transport.getThreadPool(),
        filters,
        ModelChange.Request::new,
        ModelChange.Response::new,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
    this.projects = projects;
  }

  /** Implements {@link #PUT}. */
  public static final class Put extends TransportChangeModelAction {

    private final NodeClient client;

    /** Called by Elasticsearch. */
    @Inject
    public Put(
        TransportService transport,
        ClusterService cluster,
        ActionFilters filters,
        ProjectResolver projects,
        NodeClient client) {
      super(PUT, transport, cluster, filters, projects);
      this.client = client;
    }

    @Override
    protected void masterOperation(
        Task task,
        ModelChange.Request request,
        ClusterState current,
        ActionListener<ModelChange.Response> listener) {
      if (request.model == null) {
        throw invalid("a model is required to store [%s]", request.name);
      }
      new ParentTaskAssigningClient(client, clusterService.localNode(), task)
          .execute(
              TransportCheckNodesAction.TYPE,
              new TransportCheckNodesAction.Request(),
              listener.delegateFailureAndWrap(
                  (l, nodes) -> {
                    nodes.requireReadable(request.model);
                    ModelLimits.requireTerms(request.model.model(request.name).size());
                    submit(request, before -> store(request, nodes, before), l);
                  }));
    }

    private static StoredModels store(
        ModelChange.Request request, TransportCheckNodesAction.Response nodes, Before before) {
      nodes.requireAnswersOf(before.nodes());
      return before.models().with(request.name, request.model);
    }

    @Override
    ModelChange.Response response(ModelChange.Request request, boolean acknowledged) {
      ModelSummary summary = ModelSummary.of(request.name, request.model);
      return new ModelChange.Response(acknowledged, summary, List.of());
    }
  }

  /** Implements {@link #DELETE}. */
  public static final class Delete extends TransportChangeModelAction {

    private final IngestService ingest;

    /** Called by Elasticsearch. */
    @Inject
    public Delete(
        TransportService transport,
        ClusterService cluster,
        ActionFilters filters,
        ProjectResolver projects,
        IngestService ingest) {
      super(DELETE, transport, cluster, filters, projects);
      this.ingest = ingest;
    }

    @Override
    protected void masterOperation(
        Task task,
        ModelChange.Request request,
        ClusterState current,
        ActionListener<ModelChange.Response> listener) {
      submit(request, before -> before.models().without(request.name), listener);
    }

    @Override
    ModelChange.Response response(ModelChange.Request request, boolean acknowledged) {
      List<String> pipelines = SimHashPipelines.namingModel(ingest, request.name);
      return new ModelChange.Response(acknowledged, null, pipelines);
    }
  }

  /** The state that a change starts from. */
  record Before(StoredModels models, DiscoveryNodes nodes) {}

  /** The response when the change was made. */
  abstract ModelChange.Response response(ModelChange.Request request, boolean acknowledged);

  /**
   * Changes the models in the cluster state.
   *
   * @param change returns the models after the change; an exception fails the request
   */
  final void submit(
      ModelChange.Request request,
      Function<Before, StoredModels> change,
      ActionListener<ModelChange.Response> listener) {
    ProjectId project = projects.getProjectId();
    clusterService.submitUnbatchedStateUpdateTask(
        request.getDescription(),
        new AckedClusterStateUpdateTask(request, listener) {
          @Override
          public ClusterState execute(ClusterState state) {
            StoredModels before = StoredModels.of(state.metadata().getProject(project));
            StoredModels after = change.apply(new Before(before, state.nodes()));
            return after.equals(before)
                ? state
                : state.copyAndUpdateProject(project, after::putInto);
          }

          @Override
          protected AcknowledgedResponse newResponse(boolean acknowledged) {
            return response(request, acknowledged);
          }
        });
  }

  @Override
  protected final ClusterBlockException checkBlock(
      ModelChange.Request request, ClusterState state) {
    return state
        .blocks()
        .globalBlockedException(projects.getProjectId(), ClusterBlockLevel.METADATA_WRITE);
  }
}
