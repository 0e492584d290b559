package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The indices to estimate, and how. Never sent to another node. */
public final class EstimateRequest extends BroadcastRequest<EstimateRequest> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/estimate");

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
  public EstimateRequest(
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

  /** The body of the response. Never sent to another node. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    final Map<String, Object> body;

    Response(Map<String, Object> body) {
      this.body = body;
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
}
