package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.CommonPassages;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.elasticsearch.run.RunAction;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/** {@code GET {index}/_simhash/common_passages}: passages that many documents of a sample share. */
public final class CommonPassagesAction extends RunAction<CommonPassagesRequest> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/common_passages");

  /** A run may need some 400 MB, see {@link CommonPassages}. */
  private static final int MAX_RUNS = 2;

  /** Called by Elasticsearch. */
  @Inject
  public CommonPassagesAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(
        TYPE,
        "requests for common passages",
        MAX_RUNS,
        filters,
        transport,
        cluster,
        client,
        breakers);
  }

  @Override
  protected Map<String, Object> run(
      CancellableTask task, CommonPassagesRequest request, Client child, Reservation memory) {
    requireField(request, child);
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request)) {
      return new CommonPassagesRun(task, request, pointInTime, memory).run();
    }
  }

  /** The texts of the passages that a response lists. */
  static List<String> texts(Response response) {
    List<?> listed = (List<?>) response.body().get("passages");
    return listed.stream().map(passage -> (String) ((Map<?, ?>) passage).get("text")).toList();
  }

  /** Requires that an index maps the field, as far as the caller may know. */
  private static void requireField(CommonPassagesRequest request, Client child) {
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

  /** Reads the request, for registration. */
  public static RestHandler handler() {
    return new SampleRequest.Handler(
        "common_passages",
        TYPE,
        (indices, field, query, options, rest) ->
            new CommonPassagesRequest(
                indices,
                field,
                query,
                rest.hasParam("min_documents") ? rest.paramAsInt("min_documents", 0) : null,
                rest.paramAsInt("size", CommonPassagesRequest.DEFAULT_SIZE),
                rest.paramAsInt("min_length", CommonPassages.DEFAULT_MIN_LENGTH),
                rest.paramAsInt("sample_size", CommonPassagesRequest.DEFAULT_SAMPLE)));
  }
}
