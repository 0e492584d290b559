package io.simhash.elasticsearch.sample;

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
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.RandomScoreFunctionBuilder;
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
 * An action that reads a random sample of the documents of indices. A run is on the node that
 * receives the request, as the caller, on one thread, which waits for its searches; a few are in
 * progress at a time.
 */
public abstract class SampleAction<Q extends SampleAction.Request>
    extends TransportAction<Q, SampleAction.Response> {

  private final String nameOfRuns;
  private final int maxRuns;
  private final NodeClient client;
  private final ClusterService cluster;
  private final ThreadPool threads;
  private final Semaphore runs;

  /**
   * @param nameOfRuns in the plural, for a sentence
   * @param maxRuns how many are in progress on a node at most
   */
  protected SampleAction(
      ActionType<Response> type,
      String nameOfRuns,
      int maxRuns,
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client) {
    super(type.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.nameOfRuns = nameOfRuns;
    this.maxRuns = maxRuns;
    this.client = client;
    this.cluster = cluster;
    this.threads = transport.getThreadPool();
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
    ActionListener<Response> end = ActionListener.runBefore(listener, runs::release);
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    threads
        .generic()
        .execute(
            ActionRunnable.supply(
                end, () -> new Response(run((CancellableTask) task, request, child))));
  }

  /**
   * Runs a request, on a thread that may wait.
   *
   * @param child makes searches children of the task
   * @return the body of the response, of JSON objects and arrays
   */
  protected abstract Map<String, Object> run(CancellableTask task, Q request, Client child);

  /**
   * Opens a point in time of a request's indices.
   *
   * @param fields that shards read; {@code null} if they are asked no question
   */
  protected final PointInTime open(Q request, Client child, RunFields fields) {
    return new PointInTime(child, client, threads, request, fields);
  }

  /** A query that scores the documents of another one by random numbers. */
  public static QueryBuilder inRandomOrder(QueryBuilder query, long seed) {
    RandomScoreFunctionBuilder random =
        new RandomScoreFunctionBuilder().seed(seed).setField(SeqNoFieldMapper.NAME);
    return QueryBuilders.functionScoreQuery(query, random).boostMode(CombineFunction.REPLACE);
  }

  /** The indices, and what is sampled. Never sent to another node. */
  public abstract static class Request extends BroadcastRequest<Request> {

    /** The maximum number of hits of a search by default. */
    public static final int MAX_SAMPLE = 10_000;

    public final String field;
    public final QueryBuilder query;
    public final int sampleSize;

    /**
     * Samples indices.
     *
     * @param query the documents that are sampled
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    protected Request(String[] indices, String field, QueryBuilder query, int sampleSize) {
      super(ClusterOptions.requireLocal(indices));
      if (field == null || field.isBlank()) {
        throw invalid("[field] is needed");
      }
      this.field = new NearOptions(field, null, null, true).requireOneField().field();
      this.query = query;
      this.sampleSize = Ranges.require("sample_size", sampleSize, 1, MAX_SAMPLE);
    }

    /** Warns that there is no document to sample. */
    public final void warnOfNoDocument() {
      HeaderWarning.addWarning(
          "[{}] has no value in any document of {} that matches and that you may read",
          field,
          List.of(indices()));
    }

    @Override
    public final Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public final String getDescription() {
      return "sample by [" + field + "] of " + List.of(indices());
    }

    @Override
    public final void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** The body of the response. Never sent to another node. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    private final Map<String, Object> body;

    private Response(Map<String, Object> body) {
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

  /**
   * {@code GET} and {@code POST} of {@code {index}/_simhash/name}, with options in the address and
   * a query in the body. Closing the connection cancels the request.
   */
  public abstract static class Handler extends BaseRestHandler {

    private final String name;
    private final ActionType<Response> type;

    protected Handler(String name, ActionType<Response> type) {
      this.name = name;
      this.type = type;
    }

    /** Reads the options in the address. */
    protected abstract Request request(String[] indices, QueryBuilder query, RestRequest rest);

    @Override
    public final String getName() {
      return "simhash_" + name;
    }

    @Override
    public final List<Route> routes() {
      String path = "/{index}/_simhash/" + name;
      return List.of(new Route(GET, path), new Route(POST, path));
    }

    @Override
    protected final RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      OptionMap body = new OptionMap(rest.hasContent() ? RequestBody.read(rest) : Map.of());
      String[] indices = Strings.splitStringByCommaToArray(rest.param("index"));
      Request request = request(indices, ClusterOptions.query(body), rest);
      body.requireEmpty();
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      return channel ->
          new RestCancellableNodeClient(client, rest.getHttpChannel())
              .execute(type, request, new RestToXContentListener<>(channel));
    }
  }
}
