package io.simhash.elasticsearch.clusters;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Runs {@link ClusterRun}s on this node, on one thread each, as the caller. At most {@value
 * #MAX_RUNS} at a time: their threads wait for searches.
 */
public final class TransportClustersAction
    extends TransportAction<ClustersRequest, ClustersResponse> {

  static final int MAX_RUNS = 4;

  private final NodeClient client;
  private final ClusterService cluster;
  private final IndexNameExpressionResolver resolver;
  private final ThreadPool threads;
  private final CircuitBreaker breaker;
  private final Semaphore runs = new Semaphore(MAX_RUNS);

  /** Called by Elasticsearch. */
  @Inject
  public TransportClustersAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      IndexNameExpressionResolver resolver,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(
        ClustersRequest.TYPE.name(),
        filters,
        transport.getTaskManager(),
        EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.resolver = resolver;
    this.threads = transport.getThreadPool();
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
  }

  @Override
  protected void doExecute(
      Task task, ClustersRequest request, ActionListener<ClustersResponse> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] cluster runs may be in progress on a node",
          RestStatus.TOO_MANY_REQUESTS,
          MAX_RUNS);
    }
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    ActionListener<ClustersResponse> end = ActionListener.runBefore(listener, runs::release);
    threads
        .generic()
        .execute(
            ActionRunnable.wrap(
                end,
                waiting -> {
                  ClusterRun run =
                      new ClusterRun(
                          (ClusterTask) task,
                          request,
                          isOneIndex(request.typed()) == false,
                          child,
                          client,
                          breaker,
                          threads);
                  // Until the response has been printed, which the listener does.
                  try (Reservation listed = new Reservation(breaker)) {
                    waiting.onResponse(run.run(listed));
                  }
                }));
  }

  /** Whether names are one index itself: no alias, data stream or wildcard. */
  private boolean isOneIndex(String[] names) {
    return names.length == 1
        && Arrays.equals(
            names,
            resolver.concreteIndexNames(
                cluster.state(), IndicesOptions.LENIENT_EXPAND_OPEN_CLOSED_HIDDEN, true, names));
  }
}
