package io.simhash.elasticsearch.idf.build;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** What all shards have counted. */
final class CountTermsResponse extends BaseBroadcastResponse {

  private final ShardCounts counts;

  CountTermsResponse(int shards, ShardCounts counts) {
    super(shards, shards, 0, List.of());
    this.counts = counts;
  }

  CountTermsResponse(StreamInput in) throws IOException {
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
