package io.simhash.elasticsearch.stats;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The statistics of each field, and the shards that they are from. Never sent to another node. */
public final class StatsResponse extends BaseBroadcastResponse implements ToXContentObject {

  final Map<String, FieldStats> fields;

  StatsResponse(
      int shards,
      List<DefaultShardOperationFailedException> failures,
      Map<String, FieldStats> fields) {
    super(shards, shards - failures.size(), failures.size(), failures);
    this.fields = fields;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    RestActions.buildBroadcastShardsHeader(builder, params, this);
    builder.startObject("fields");
    for (Map.Entry<String, FieldStats> field : fields.entrySet()) {
      builder.field(field.getKey());
      new FieldStatsContent(field.getValue()).toXContent(builder, params);
    }
    return builder.endObject().endObject();
  }
}
