package io.simhash.elasticsearch.idf.build;

import java.io.IOException;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;

/** What one shard has counted. */
final class CountTermsShardResponse extends BroadcastShardResponse {

  private final ShardCounts counts;

  CountTermsShardResponse(ShardId shard, ShardCounts counts) {
    super(shard);
    this.counts = counts;
  }

  CountTermsShardResponse(StreamInput in) throws IOException {
    super(in);
    counts = new ShardCounts(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    counts.writeTo(out);
  }

  ShardCounts counts() {
    return counts;
  }
}
