package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.option.NearOptions;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/**
 * Estimates how many documents are near-duplicates, see {@link EstimateRun}. Runs on this node, as
 * the caller, on one thread, which waits for its searches: at most {@value #MAX_RUNS} at a time.
 */
public final class TransportEstimateAction
    extends TransportAction<EstimateRequest, EstimateRequest.Response> {

  static final int MAX_RUNS = 4;

  private final NodeClient client;
  private final ClusterService cluster;
  private final TransportService transport;
  private final Semaphore runs = new Semaphore(MAX_RUNS);

  /** Called by Elasticsearch. */
  @Inject
  public TransportEstimateAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client) {
    super(
        EstimateRequest.TYPE.name(),
        filters,
        transport.getTaskManager(),
        EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.transport = transport;
  }

  @Override
  protected void doExecute(
      Task task, EstimateRequest request, ActionListener<EstimateRequest.Response> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] estimates may be in progress on a node",
          RestStatus.TOO_MANY_REQUESTS,
          MAX_RUNS);
    }
    ActionListener<EstimateRequest.Response> end =
        ActionListener.runBefore(listener, runs::release);
    transport
        .getThreadPool()
        .generic()
        .execute(ActionRunnable.supply(end, () -> run((CancellableTask) task, request)));
  }

  private EstimateRequest.Response run(CancellableTask task, EstimateRequest request) {
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    OpenPointInTimeRequest open =
        new OpenPointInTimeRequest(request.indices()).indicesOptions(request.indicesOptions());
    NearOptions near = new NearOptions(request.field, null, null, true);
    RunFields fields = new RunFields(near, null, null, null);
    try (PointInTime pointInTime =
        new PointInTime(child, client, transport.getThreadPool(), open, fields)) {
      return new EstimateRequest.Response(new EstimateRun(task, request, pointInTime).run());
    }
  }
}
