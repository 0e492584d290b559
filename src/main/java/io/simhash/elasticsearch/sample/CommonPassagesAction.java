package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.passage.CommonPassages;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.clusters.Reservation;
import io.simhash.elasticsearch.clusters.RunAction;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/**
 * {@code GET {index}/_simhash/common_passages}: the passages that many documents of indices share,
 * found in a random sample.
 */
public final class CommonPassagesAction extends RunAction<CommonPassagesAction.Request> {

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
      CancellableTask task, Request request, Client child, Reservation memory) {
    requireField(request, child);
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, null)) {
      return new CommonPassagesRun(task, request, pointInTime, memory).run();
    }
  }

  /** The texts of the passages that a response lists. */
  public static List<String> texts(Response response) {
    List<?> listed = (List<?>) response.body().get("passages");
    return listed.stream().map(passage -> (String) ((Map<?, ?>) passage).get("text")).toList();
  }

  /** Requires that an index maps the field, as far as the caller may know. */
  private static void requireField(Request request, Client child) {
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

  /** The indices, and which passages are listed. */
  public static final class Request extends SampleRequest {

    private static final int DEFAULT_SAMPLE = 5_000;
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    final Integer minDocuments;
    final int size;
    final int minLength;

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
      super(indices, field, query, sampleSize);
      this.minDocuments = minDocuments;
      if (minDocuments != null) {
        Ranges.require("min_documents", minDocuments, 2, Integer.MAX_VALUE);
      }
      this.size = Ranges.require("size", size, 1, MAX_SIZE);
      int least = CommonPassages.MIN_LENGTH;
      this.minLength =
          Ranges.require("min_length", minLength, least, TextFingerprinter.MAX_TEXT_LENGTH);
    }

    /** The request without options. */
    public static Request byDefault(String[] indices, String field, QueryBuilder query) {
      int minLength = CommonPassages.DEFAULT_MIN_LENGTH;
      return new Request(indices, field, query, null, DEFAULT_SIZE, minLength, DEFAULT_SAMPLE);
    }
  }

  /** Reads the request. */
  public static final class Handler extends SampleRequest.Handler {

    /** For registration. */
    public Handler() {
      super("common_passages", TYPE);
    }

    @Override
    protected Request request(String[] indices, QueryBuilder query, RestRequest rest) {
      return new Request(
          indices,
          rest.param("field"),
          query,
          rest.hasParam("min_documents") ? rest.paramAsInt("min_documents", 0) : null,
          rest.paramAsInt("size", Request.DEFAULT_SIZE),
          rest.paramAsInt("min_length", CommonPassages.DEFAULT_MIN_LENGTH),
          rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE));
    }
  }
}
