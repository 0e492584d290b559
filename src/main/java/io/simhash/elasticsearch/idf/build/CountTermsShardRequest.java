package io.simhash.elasticsearch.idf.build;

import io.simhash.elasticsearch.idf.build.CountTermsRequest.Count;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** One shard's part of a {@link CountTermsRequest}. */
final class CountTermsShardRequest extends BroadcastShardRequest {

  private final Count count;

  CountTermsShardRequest(ShardId shard, CountTermsRequest request) {
    super(shard, request);
    this.count = request.count();
  }

  CountTermsShardRequest(StreamInput in) throws IOException {
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
