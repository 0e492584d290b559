package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.xcontent.XContentBuilder;

/** The answers of the shards that have documents and the field, one after the other. */
final class InternalDocuments extends InternalAggregation {

  static final String NAME = "simhash_documents";
  private static final int FORMAT = 1;

  /** The answer of a shard to a {@link ShardQuestion}. */
  record Answer(ShardId shard, BytesReference bytes) implements Writeable {

    Answer(StreamInput in) throws IOException {
      this(new ShardId(in), in.readBytesReference());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      shard.writeTo(out);
      out.writeBytesReference(bytes);
    }
  }

  final boolean mapped;
  final List<Answer> shards;

  /**
   * @param mapped whether an index maps the field
   */
  InternalDocuments(Map<String, Object> metadata, boolean mapped, List<Answer> shards) {
    super(NAME, metadata);
    this.mapped = mapped;
    this.shards = shards;
  }

  InternalDocuments(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a result of [" + NAME + "]", FORMAT);
    mapped = in.readBoolean();
    shards = in.readCollectionAsList(Answer::new);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    out.writeBoolean(mapped);
    out.writeCollection(shards);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected AggregatorReducer getLeaderReducer(AggregationReduceContext context, int size) {
    List<Answer> all = new ArrayList<>();
    return new AggregatorReducer() {
      private boolean anyMapped;

      @Override
      public void accept(InternalAggregation aggregation) {
        InternalDocuments documents = (InternalDocuments) aggregation;
        anyMapped |= documents.mapped;
        all.addAll(documents.shards);
      }

      @Override
      public InternalAggregation get() {
        return new InternalDocuments(getMetadata(), anyMapped, all);
      }
    };
  }

  @Override
  protected boolean mustReduceOnSingleInternalAgg() {
    return false;
  }

  @Override
  public Object getProperty(List<String> path) {
    throw new IllegalArgumentException("[" + getName() + "] has no properties");
  }

  @Override
  public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
    return builder.field("shards", shards.size());
  }
}
