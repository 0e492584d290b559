package io.simhash.elasticsearch.stats;

import static io.simhash.core.base.Errors.invalid;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * The indices and fields to count, and the counts of the shards that have answered. Never sent to
 * another node.
 */
public final class StatsRequest extends BroadcastRequest<StatsRequest> {

  /** The maximum number of fields, of 2 MB each. */
  static final int MAX_FIELDS = 16;

  private final List<String> fields;
  private final Map<String, FieldStats> total = new TreeMap<>();

  /**
   * Counts fields.
   *
   * @param fields names or patterns with {@code *}
   * @throws IllegalArgumentException if there is none, or an empty one
   */
  public StatsRequest(String[] indices, List<String> fields) {
    super(indices);
    if (fields.isEmpty() || fields.stream().anyMatch(String::isBlank)) {
      throw invalid("[fields] must name at least one field, and no empty one");
    }
    this.fields = fields;
  }

  List<String> fields() {
    return fields;
  }

  /**
   * Adds the counts of a shard as soon as it has answered, so that memory does not grow with the
   * number of shards.
   */
  synchronized void add(Map<String, FieldStats> shard) {
    for (Map.Entry<String, FieldStats> field : shard.entrySet()) {
      total.computeIfAbsent(field.getKey(), name -> new FieldStats()).addAll(field.getValue());
      requireFew(total.size());
    }
  }

  /**
   * Requires a number of fields that memory is bounded for.
   *
   * @throws IllegalArgumentException if there are more than {@link #MAX_FIELDS}
   */
  static void requireFew(int fields) {
    if (fields > MAX_FIELDS) {
      throw invalid("[fields] must match at most [%s] fields but matches more", MAX_FIELDS);
    }
  }

  synchronized Map<String, FieldStats> total() {
    return total;
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new CancellableTask(id, type, action, getDescription(), parent, headers);
  }

  @Override
  public String getDescription() {
    return "statistics of " + fields + " in " + List.of(indices());
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }
}
