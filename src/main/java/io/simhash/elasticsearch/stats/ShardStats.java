package io.simhash.elasticsearch.stats;

import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The messages of the statistics of one shard. */
final class ShardStats {

  /** The newest format that this version of the plugin reads, see {@link WireFormat}. */
  private static final int NEWEST_FORMAT = 1;

  /** The format that this version of the plugin writes. */
  private static final int WRITTEN_FORMAT = 1;

  private ShardStats() {}

  /** The request to one shard. */
  static final class Request extends BroadcastShardRequest {

    final List<String> fields;

    Request(ShardId shard, StatsRequest request) {
      super(shard, request);
      this.fields = request.fields();
    }

    Request(StreamInput in) throws IOException {
      super(in);
      WireFormat.read(in, "a request of statistics", NEWEST_FORMAT);
      fields = in.readStringCollectionAsList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(WRITTEN_FORMAT);
      out.writeStringCollection(fields);
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, "fields " + fields, parent, headers);
    }
  }

  /** The counts of one shard by field. */
  static final class Response extends BroadcastShardResponse {

    final Map<String, FieldStats> fields;

    Response(ShardId shard, Map<String, FieldStats> fields) {
      super(shard);
      this.fields = fields;
    }

    Response(StreamInput in) throws IOException {
      super(in);
      fields = in.readMap(FieldStats::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeMap(fields, StreamOutput::writeWriteable);
    }
  }
}
