package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.cluster.NeighbourJoin;
import io.simhash.core.estimate.Estimate;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Estimates how many documents are near-duplicates, see {@link NeighbourSample}. Runs on this node,
 * as the caller, on one thread, which waits for its searches: at most {@value #MAX_RUNS} at a time.
 */
public final class TransportEstimateAction
    extends TransportAction<TransportEstimateAction.Request, TransportEstimateAction.Response> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/estimate");

  static final int MAX_RUNS = 4;

  /** Shares of a large index are within .032 of the truth. */
  static final int DEFAULT_SAMPLE = 1_000;

  /** The maximum number of hits of a search by default. */
  static final int MAX_SAMPLE = 10_000;

  /**
   * A run of {@code _simhash/clusters} over a million documents took 12.4 s by default, on two
   * cores ({@code bin/benchmark --cluster-heap}).
   */
  private static final double SECONDS_PER_DOCUMENT = 12.4e-6;

  /** The indices to estimate, and how. Never sent to another node. */
  public static final class Request extends BroadcastRequest<Request> {

    final NearOptions near;
    final QueryBuilder query;
    final int sampleSize;
    final long seed;
    final TimeValue limit;

    /**
     * Estimates indices.
     *
     * @param field a field of type {@code simhash}
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
      super(ClustersRequest.requireLocal(indices));
      if (field == null || field.isBlank()) {
        throw invalid("[field] is needed");
      }
      this.near = new NearOptions(field, null, null, true).requireOneField();
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
      return "estimate of near-duplicates by [" + near.field() + "] in " + List.of(indices());
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** The body of the response. Never sent to another node. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    final Map<String, Object> body = new LinkedHashMap<>();

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.map(body);
    }
  }

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
    super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    this.client = client;
    this.cluster = cluster;
    this.transport = transport;
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
    transport
        .getThreadPool()
        .generic()
        .execute(ActionRunnable.supply(end, () -> run((CancellableTask) task, request)));
  }

  private Response run(CancellableTask task, Request request) {
    long start = System.nanoTime();
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    OpenPointInTimeRequest open =
        new OpenPointInTimeRequest(request.indices()).indicesOptions(request.indicesOptions());
    String field = request.near.field();
    RunFields fields = new RunFields(field, null, null, null);
    Response response = new Response();
    try (PointInTime pointInTime =
        new PointInTime(child, client, transport.getThreadPool(), open, fields)) {
      if (pointInTime.isMapped() == false) {
        throw invalid(
            "[field] must name a field of type [simhash] but [%s] is not mapped in %s",
            field, List.of(request.indices()));
      }
      NeighbourSample sample = new NeighbourSample(pointInTime, request);
      while (sample.isComplete() == false
          && (request.limit == null || System.nanoTime() - start < request.limit.nanos())) {
        task.ensureNotCancelled();
        sample.compareMore();
      }
      print(response.body, start, request, sample);
    }
    return response;
  }

  private static void print(
      Map<String, Object> body, long start, Request request, NeighbourSample sample) {
    long documents = sample.documents();
    if (sample.size() == 0 && documents > 0) {
      throw new ElasticsearchStatusException(
          "[timeout] [{}] was over before documents were compared",
          RestStatus.REQUEST_TIMEOUT,
          request.limit);
    }
    body.put("took", (System.nanoTime() - start) / 1_000_000);
    body.put("timed_out", sample.isComplete() == false);
    body.put("documents", documents);
    body.put("sample", Map.of("size", sample.size(), "seed", request.seed));
    List<Map<String, Object>> curve = new ArrayList<>();
    for (int i = 0; i < NeighbourSample.CURVE.length; i++) {
      long[] neighbours = sample.neighbours(i);
      Map<String, Object> row = new LinkedHashMap<>();
      row.put(
          "near_duplicates", figure(Estimate.ofNearDuplicates(neighbours, documents), documents));
      row.put("stories", figure(Estimate.ofStories(neighbours, documents), documents));
      if (i == 0) {
        body.putAll(row);
      }
      row.put("min_similarity", NeighbourSample.CURVE[i]);
      curve.add(row);
    }
    body.put("curve", curve);
    body.put(
        "clusters_run",
        Map.of(
            "documents", documents,
            "heap_in_bytes", Reservation.bytes(documents, NeighbourJoin.BAND_GROUP),
            "seconds", rounded(documents * SECONDS_PER_DOCUMENT, 10)));
  }

  private static Map<String, Object> figure(Estimate of, long documents) {
    Map<String, Object> figure = new LinkedHashMap<>();
    figure.put("count", Math.round(of.share() * documents));
    figure.put("share", rounded(of.share(), 1e6));
    figure.put("lower", rounded(of.lower(), 1e6));
    figure.put("upper", rounded(of.upper(), 1e6));
    return figure;
  }

  private static double rounded(double value, double parts) {
    return Math.round(value * parts) / parts;
  }
}
