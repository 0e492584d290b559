package io.simhash.elasticsearch.run;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * An action that reads many documents of indices. Each request is a run: on the node that receives
 * it, as the caller, on one thread, which waits for searches. So only a few are in progress at a
 * time.
 */
public abstract class RunAction<Q extends RunRequest>
    extends TransportAction<Q, RunAction.Response> {

  protected final NodeClient client;
  protected final ClusterService cluster;
  protected final ThreadPool threads;
  private final CircuitBreaker breaker;
  private final String nameOfRuns;
  private final int maxRuns;
  private final Semaphore runs;

  /**
   * @param nameOfRuns in the plural, for a sentence
   * @param maxRuns how many are in progress on a node at most
   */
  protected RunAction(
      ActionType<Response> type,
      String nameOfRuns,
      int maxRuns,
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(type.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.nameOfRuns = nameOfRuns;
    this.maxRuns = maxRuns;
    this.client = client;
    this.cluster = cluster;
    this.threads = transport.getThreadPool();
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    this.runs = new Semaphore(maxRuns);
  }

  @Override
  protected void doExecute(Task task, Q request, ActionListener<Response> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] {} may be in progress on a node",
          RestStatus.TOO_MANY_REQUESTS,
          maxRuns,
          nameOfRuns);
    }
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    threads
        .generic()
        .execute(
            ActionRunnable.wrap(
                ActionListener.runBefore(listener, runs::release),
                end -> {
                  // Until the response has been printed, which the listener does.
                  try (Reservation memory = new Reservation(breaker, actionName)) {
                    end.onResponse(
                        new Response(run((CancellableTask) task, request, child, memory)));
                  }
                }));
  }

  /**
   * Runs a request, on a thread that may wait.
   *
   * @param child makes searches children of the task
   * @param memory takes the heap that is needed
   * @return the body of the response
   */
  protected abstract Map<String, Object> run(
      CancellableTask task, Q request, Client child, Reservation memory);

  /** The body of the response. Never sent to another node. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    private final Map<String, Object> body;

    private Response(Map<String, Object> body) {
      this.body = body;
    }

    /** As JSON objects and arrays, or objects that print themselves. */
    public Map<String, Object> body() {
      return body;
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.map(body);
    }

    @Override
    public String toString() {
      return Strings.toString(this);
    }
  }
}
