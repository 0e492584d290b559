package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.clusters.ClusterFields;
import io.simhash.elasticsearch.clusters.DocumentsAggregation;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.elasticsearch.run.RunAction;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents of indices are
 * near-duplicates, and what {@code _simhash/clusters} would cost.
 */
public final class EstimateAction extends RunAction<EstimateRequest> {

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
      CancellableTask task, EstimateRequest request, Client child, Reservation memory) {
    ClusterFields fields =
        new ClusterFields(new NearOptions(request.field, null, null, true), request.same);
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request)) {
      DocumentsAggregation.requireMapped(pointInTime, fields, request.indices());
      return new EstimateRun(task, request, pointInTime, child, memory.limit()).run();
    }
  }

  /** Reads the request, for registration. */
  public static RestHandler handler() {
    return new SampleRequest.Handler(
        "estimate",
        TYPE,
        (indices, field, query, options, rest) ->
            new EstimateRequest(
                indices,
                field,
                SameFields.from(options),
                rest.param("passages_field"),
                query,
                rest.paramAsInt("sample_size", EstimateRequest.DEFAULT_SAMPLE),
                rest.paramAsLong("seed", 0),
                timeout(rest.param("timeout"))));
  }

  private static TimeValue timeout(String given) {
    try {
      return TimeValue.parseTimeValue(given, null, "timeout");
    } catch (IllegalArgumentException e) {
      throw invalid("[timeout] must be a time, such as [30s], but was [%s]", given);
    }
  }
}
