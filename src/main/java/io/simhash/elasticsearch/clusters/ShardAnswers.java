package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.xcontent.XContentBuilder;

/** The answers of the shards that have documents and the field, in any order. */
final class ShardAnswers extends InternalAggregation {

  /** The name of the aggregation that has these answers. */
  static final String NAME = "simhash_documents";

  private static final int FORMAT = 1;

  final Set<String> mapped;
  final List<Answer> shards;

  /**
   * @param mapped of the field and those of {@code same}, the ones that an index maps; none of an
   *     index without the field
   */
  ShardAnswers(Map<String, Object> metadata, Set<String> mapped, List<Answer> shards) {
    super(NAME, metadata);
    this.mapped = mapped;
    this.shards = shards;
  }

  ShardAnswers(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a result of [" + NAME + "]", FORMAT);
    mapped = in.readCollectionAsSet(StreamInput::readString);
    shards = in.readCollectionAsList(Answer::new);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    out.writeStringCollection(mapped);
    out.writeCollection(shards);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected AggregatorReducer getLeaderReducer(AggregationReduceContext context, int size) {
    List<Answer> all = new ArrayList<>();
    Set<String> anyMapped = new TreeSet<>();
    return new AggregatorReducer() {
      @Override
      public void accept(InternalAggregation aggregation) {
        ShardAnswers answers = (ShardAnswers) aggregation;
        anyMapped.addAll(answers.mapped);
        all.addAll(answers.shards);
      }

      @Override
      public InternalAggregation get() {
        return new ShardAnswers(getMetadata(), anyMapped, all);
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

  /** Takes a document by its number in the shard's reader, and reads its part. */
  @FunctionalInterface
  interface AnswerConsumer {
    void accept(ShardId shard, int doc, StreamInput in) throws IOException;
  }

  /**
   * The answer of a shard.
   *
   * @param documents one after the other, see {@link ShardQuestion}
   * @param matched the number of documents that match, also without the part; 0 where the question
   *     names documents
   * @param ofTexts whether the signatures that the question is about were certainly made of the
   *     texts that {@code confirm} compares
   */
  record Answer(ShardId shard, BytesReference documents, long matched, boolean ofTexts)
      implements Writeable {

    Answer(StreamInput in) throws IOException {
      this(new ShardId(in), in.readBytesReference(), in.readVLong(), in.readBoolean());
    }

    /** Gives the documents to a consumer, which reads the part of each. */
    void read(AnswerConsumer consumer) {
      try (StreamInput in = documents.streamInput()) {
        while (in.available() > 0) {
          consumer.accept(shard, in.readVInt(), in);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("reading from memory does not fail", e);
      }
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      shard.writeTo(out);
      out.writeBytesReference(documents);
      out.writeVLong(matched);
      out.writeBoolean(ofTexts);
    }
  }
}
