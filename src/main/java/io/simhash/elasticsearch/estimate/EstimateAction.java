package io.simhash.elasticsearch.estimate;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.clusters.ClusterOptions;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.clusters.RunFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.request.RequestBody;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents of indices are
 * near-duplicates, and what {@code _simhash/clusters} would cost. {@link EstimateRun}s run on the
 * node that receives the request, as the caller, on one thread, which waits for its searches: at
 * most {@value #MAX_RUNS} at a time.
 */
public final class EstimateAction
    extends TransportAction<EstimateAction.Request, EstimateAction.Response> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/estimate");

  static final int MAX_RUNS = 4;

  private final NodeClient client;
  private final ClusterService cluster;
  private final ThreadPool threads;
  private final Semaphore runs = new Semaphore(MAX_RUNS);

  /** Called by Elasticsearch. */
  @Inject
  public EstimateAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client) {
    super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.threads = transport.getThreadPool();
  }

  @Override
  protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] estimates may be in progress on a node",
          RestStatus.TOO_MANY_REQUESTS,
          MAX_RUNS);
    }
    ActionListener<Response> end = ActionListener.runBefore(listener, runs::release);
    threads
        .generic()
        .execute(ActionRunnable.supply(end, () -> run((CancellableTask) task, request)));
  }

  private Response run(CancellableTask task, Request request) {
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    RunFields fields = new RunFields(new NearOptions(request.field, null, null, true));
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, fields)) {
      return new Response(new EstimateRun(task, request, pointInTime).run());
    }
  }

  /** The indices to estimate, and how. Never sent to another node. */
  public static final class Request extends BroadcastRequest<Request> {

    /** Shares of a large index are within .032 of the truth. */
    static final int DEFAULT_SAMPLE = 1_000;

    /** The maximum number of hits of a search by default. */
    static final int MAX_SAMPLE = 10_000;

    final String field;
    final QueryBuilder query;
    final int sampleSize;
    final long seed;
    final TimeValue limit;

    /**
     * Estimates indices.
     *
     * @param field a field of type {@code simhash} or {@code minhash}
     * @param query the documents that are sampled and compared
     * @param limit the time after which no more documents are compared; {@code null} for none
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        String[] indices,
        String field,
        QueryBuilder query,
        int sampleSize,
        long seed,
        TimeValue limit) {
      super(ClusterOptions.requireLocal(indices));
      if (field == null || field.isBlank()) {
        throw invalid("[field] is needed");
      }
      this.field = new NearOptions(field, null, null, true).requireOneField().field();
      this.query = query;
      this.sampleSize = Ranges.require("sample_size", sampleSize, 1, MAX_SAMPLE);
      this.seed = seed;
      this.limit = limit;
      if (limit != null && limit.nanos() <= 0) {
        throw invalid("[timeout] must be above 0 but was [%s]", limit);
      }
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public String getDescription() {
      return "estimate of near-duplicates by [" + field + "] in " + List.of(indices());
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** The body of the response. Never sent to another node. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    private final Map<String, Object> body;

    Response(Map<String, Object> body) {
      this.body = body;
    }

    /** As JSON objects and arrays. */
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
  }

  /** Closing the connection cancels an estimate. */
  public static final class Handler extends BaseRestHandler {

    @Override
    public String getName() {
      return "simhash_estimate";
    }

    @Override
    public List<Route> routes() {
      return List.of(
          new Route(GET, "/{index}/_simhash/estimate"),
          new Route(POST, "/{index}/_simhash/estimate"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      OptionMap body = new OptionMap(rest.hasContent() ? RequestBody.read(rest) : Map.of());
      Request request =
          new Request(
              Strings.splitStringByCommaToArray(rest.param("index")),
              rest.param("field"),
              ClusterOptions.query(body),
              rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE),
              rest.paramAsLong("seed", 0),
              rest.paramAsTime("timeout", null));
      body.requireEmpty();
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      return channel ->
          new RestCancellableNodeClient(client, rest.getHttpChannel())
              .execute(TYPE, request, new RestToXContentListener<>(channel));
    }
  }
}
