package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The aggregation by which a {@link ShardQuestion} is asked: in an ordinary search, so that
 * privileges, document- and field-level security, memory limits and cancellation are those of
 * searches. Not accepted from users.
 */
public final class DocumentsAggregation extends AbstractAggregationBuilder<DocumentsAggregation> {

  static final String NAME = "simhash_documents";
  private static final int FORMAT = 1;

  private final RunFields fields;
  private final ShardQuestion question;

  DocumentsAggregation(RunFields fields, ShardQuestion question) {
    super(NAME);
    this.fields = fields;
    this.question = question;
  }

  private DocumentsAggregation(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "[" + NAME + "]", FORMAT);
    fields = new RunFields(in);
    question = new ShardQuestion(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    fields.writeTo(out);
    question.writeTo(out);
  }

  ShardQuestion question() {
    return question;
  }

  /** The readers of the aggregation and its results, for registration; its parser refuses. */
  public static SearchPlugin.AggregationSpec spec() {
    return new SearchPlugin.AggregationSpec(
            NAME, DocumentsAggregation::new, DocumentsAggregation::refuse)
        .addResultReader(Answers::new);
  }

  private static DocumentsAggregation refuse(XContentParser parser, String name) {
    throw invalid(
        "[%s] is internal: use [POST {index}/_simhash/clusters] to find the clusters of an index",
        NAME);
  }

  @Override
  protected AggregatorFactory doBuild(
      AggregationContext context,
      AggregatorFactory parent,
      AggregatorFactories.Builder subFactories)
      throws IOException {
    String field = fields.require(context);
    return new AggregatorFactory(name, context, parent, subFactories, metadata) {
      @Override
      protected Aggregator createInternal(
          Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata)
          throws IOException {
        return new DocumentsAggregator(context, parent, metadata, fields, question, field);
      }
    };
  }

  @Override
  public boolean supportsParallelCollection(ToLongFunction<String> fieldCardinalityResolver) {
    return false;
  }

  @Override
  protected AggregationBuilder shallowCopy(
      AggregatorFactories.Builder factories, Map<String, Object> metadata) {
    throw new UnsupportedOperationException("nothing in it can be rewritten");
  }

  @Override
  public BucketCardinality bucketCardinality() {
    return BucketCardinality.NONE;
  }

  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("part", question.part()).endObject();
  }

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }

  /**
   * The answer of a shard.
   *
   * @param documents one after the other, see {@link ShardQuestion}
   * @param matched the number of documents that match, also without the part; 0 where the question
   *     names documents
   */
  record Answer(ShardId shard, BytesReference documents, long matched) implements Writeable {

    Answer(StreamInput in) throws IOException {
      this(new ShardId(in), in.readBytesReference(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      shard.writeTo(out);
      out.writeBytesReference(documents);
      out.writeVLong(matched);
    }
  }

  /** The answers of the shards that have documents and the field, in any order. */
  static final class Answers extends InternalAggregation {

    final boolean mapped;
    final List<Answer> shards;

    /**
     * @param mapped whether an index maps the field
     */
    Answers(Map<String, Object> metadata, boolean mapped, List<Answer> shards) {
      super(NAME, metadata);
      this.mapped = mapped;
      this.shards = shards;
    }

    Answers(StreamInput in) throws IOException {
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
          Answers answers = (Answers) aggregation;
          anyMapped |= answers.mapped;
          all.addAll(answers.shards);
        }

        @Override
        public InternalAggregation get() {
          return new Answers(getMetadata(), anyMapped, all);
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
    public XContentBuilder doXContentBody(XContentBuilder builder, Params params)
        throws IOException {
      return builder.field("shards", shards.size());
    }
  }
}
