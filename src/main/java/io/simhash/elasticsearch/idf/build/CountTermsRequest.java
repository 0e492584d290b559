package io.simhash.elasticsearch.idf.build;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/**
 * The field whose terms are counted, and the slice of them: with no slices at all only the
 * documents and the upper bound of the terms are.
 */
public final class CountTermsRequest extends BroadcastRequest<CountTermsRequest> {

  static final IndicesOptions OPTIONS = IndicesOptions.strictExpandOpenAndForbidClosed();

  private final Count count;

  /**
   * What a shard is to count.
   *
   * @param slices 0 for the documents alone
   */
  record Count(String field, int slice, int slices) {

    Count(StreamInput in) throws IOException {
      this(in.readString(), in.readVInt(), in.readVInt());
    }

    void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeVInt(slice);
      out.writeVInt(slices);
    }
  }

  CountTermsRequest(String[] indices, Count count) {
    super(indices, OPTIONS);
    this.count = count;
  }

  CountTermsRequest(StreamInput in) throws IOException {
    super(in);
    count = new Count(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    count.writeTo(out);
  }

  Count count() {
    return count;
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new CancellableTask(id, type, action, count.toString(), parent, headers);
  }
}
