package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.clusters.Reservation;
import io.simhash.elasticsearch.clusters.RunAction;
import io.simhash.elasticsearch.clusters.RunFields;
import io.simhash.elasticsearch.option.NearOptions;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents of indices are
 * near-duplicates, and what {@code _simhash/clusters} would cost.
 */
public final class EstimateAction extends RunAction<EstimateAction.Request> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/estimate");

  private static final int MAX_RUNS = 4;

  /** Called by Elasticsearch. */
  @Inject
  public EstimateAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE, "estimates", MAX_RUNS, filters, transport, cluster, client, breakers);
  }

  @Override
  protected Map<String, Object> run(
      CancellableTask task, Request request, Client child, Reservation memory) {
    RunFields fields = new RunFields(new NearOptions(request.field, null, null, true));
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, fields)) {
      return new EstimateRun(task, request, pointInTime, child, memory.limit()).run();
    }
  }

  /** The indices to estimate, and how. */
  public static final class Request extends SampleRequest {

    /** Shares of a large index are within .032 of the truth. */
    private static final int DEFAULT_SAMPLE = 1_000;

    final String passagesField;
    final long seed;
    final TimeValue limit;

    /**
     * Estimates indices.
     *
     * @param field a field of type {@code simhash} or {@code minhash}
     * @param passagesField a field of type {@code passages}, to count the near-duplicates with a
     *     common passage; {@code null} for none
     * @param query the documents that are sampled and compared
     * @param limit the time after which no more documents are compared; {@code null} for none
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        String[] indices,
        String field,
        String passagesField,
        QueryBuilder query,
        int sampleSize,
        long seed,
        TimeValue limit) {
      super(indices, field, query, sampleSize);
      this.passagesField = passagesField;
      this.seed = seed;
      this.limit = limit;
      if (limit != null && limit.nanos() <= 0) {
        throw invalid("[timeout] must be above 0 but was [%s]", limit);
      }
    }
  }

  /** Reads the request. */
  public static final class Handler extends SampleRequest.Handler {

    /** For registration. */
    public Handler() {
      super("estimate", TYPE);
    }

    @Override
    protected Request request(String[] indices, QueryBuilder query, RestRequest rest) {
      return new Request(
          indices,
          rest.param("field"),
          rest.param("passages_field"),
          query,
          rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE),
          rest.paramAsLong("seed", 0),
          rest.paramAsTime("timeout", null));
    }
  }
}
