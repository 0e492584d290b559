package io.simhash.elasticsearch.common_passages;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.passage.FrequentPassages;
import io.simhash.elasticsearch.clusters.ClusterOptions;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.request.RequestBody;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
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
 * {@code GET {index}/_simhash/common_passages}: the passages that many documents of indices share.
 * {@link CommonPassagesRun}s run on the node that receives the request, as the caller, on one
 * thread, which waits for its searches: at most {@value #MAX_RUNS} at a time.
 */
public final class CommonPassagesAction
    extends TransportAction<CommonPassagesAction.Request, CommonPassagesAction.Response> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/common_passages");

  /** A run may need some 300 MB, see {@link FrequentPassages}. */
  static final int MAX_RUNS = 2;

  private final NodeClient client;
  private final ClusterService cluster;
  private final ThreadPool threads;
  private final CircuitBreaker breaker;
  private final Semaphore runs = new Semaphore(MAX_RUNS);

  /** Called by Elasticsearch. */
  @Inject
  public CommonPassagesAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.threads = transport.getThreadPool();
    this.breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
  }

  @Override
  protected void doExecute(Task task, Request request, ActionListener<Response> listener) {
    if (runs.tryAcquire() == false) {
      throw new ElasticsearchStatusException(
          "at most [{}] requests for common passages may be in progress on a node",
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
    requireField(child, request);
    AtomicLong reserved = new AtomicLong();
    LongConsumer reserve =
        bytes -> {
          breaker.addEstimateBytesAndMaybeBreak(bytes - reserved.get(), "<common passages>");
          reserved.set(bytes);
        };
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, null)) {
      return new Response(new CommonPassagesRun(task, request, pointInTime, reserve).run());
    } finally {
      breaker.addWithoutBreaking(-reserved.get());
    }
  }

  /** Requires that an index maps the field, as far as the caller may know. */
  private static void requireField(Client child, Request request) {
    FieldCapabilitiesRequest fields =
        new FieldCapabilitiesRequest()
            .indices(request.indices())
            .indicesOptions(request.indicesOptions())
            .fields(request.field);
    if (child.fieldCaps(fields).actionGet().getField(request.field) == null) {
      throw invalid(
          "[field] must name a field of type [passages] but [%s] is not mapped in %s, or you may"
              + " not read it",
          request.field, List.of(request.indices()));
    }
  }

  /** The indices, and which passages are listed. Never sent to another node. */
  public static final class Request extends BroadcastRequest<Request> {

    static final int DEFAULT_SAMPLE = 5_000;

    /** The maximum number of hits of a search by default. */
    static final int MAX_SAMPLE = 10_000;

    static final int DEFAULT_SIZE = 20;
    static final int MAX_SIZE = 100;

    final String field;
    final QueryBuilder query;
    final Integer minDocuments;
    final int size;
    final int minLength;
    final int sampleSize;

    /**
     * Searches indices.
     *
     * @param field a field of type {@code passages}
     * @param query the documents that are read and counted
     * @param minDocuments how many documents must have a passage; {@code null} for the default
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        String[] indices,
        String field,
        QueryBuilder query,
        Integer minDocuments,
        int size,
        int minLength,
        int sampleSize) {
      super(ClusterOptions.requireLocal(indices));
      if (field == null || field.isBlank()) {
        throw invalid("[field] is needed");
      }
      this.field = new NearOptions(field, null, null, true).requireOneField().field();
      this.query = query;
      this.minDocuments = minDocuments;
      if (minDocuments != null) {
        Ranges.require("min_documents", minDocuments, 2, Integer.MAX_VALUE);
      }
      this.size = Ranges.require("size", size, 1, MAX_SIZE);
      this.minLength =
          Ranges.require(
              "min_length",
              minLength,
              FrequentPassages.MIN_LENGTH,
              TextFingerprinter.MAX_TEXT_LENGTH);
      this.sampleSize = Ranges.require("sample_size", sampleSize, 1, MAX_SAMPLE);
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public String getDescription() {
      return "common passages by [" + field + "] in " + List.of(indices());
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

  /** Closing the connection cancels the request. */
  public static final class Handler extends BaseRestHandler {

    @Override
    public String getName() {
      return "simhash_common_passages";
    }

    @Override
    public List<Route> routes() {
      return List.of(
          new Route(GET, "/{index}/_simhash/common_passages"),
          new Route(POST, "/{index}/_simhash/common_passages"));
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
              rest.hasParam("min_documents") ? rest.paramAsInt("min_documents", 0) : null,
              rest.paramAsInt("size", Request.DEFAULT_SIZE),
              rest.paramAsInt("min_length", FrequentPassages.DEFAULT_MIN_LENGTH),
              rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE));
      body.requireEmpty();
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      return channel ->
          new RestCancellableNodeClient(client, rest.getHttpChannel())
              .execute(TYPE, request, new RestToXContentListener<>(channel));
    }
  }
}
