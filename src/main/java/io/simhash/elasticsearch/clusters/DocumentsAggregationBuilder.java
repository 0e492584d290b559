package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardUtils;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.metrics.MetricsAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * An aggregation that a cluster run asks the shards of its point in time with, see {@link
 * ShardQuestion}: an ordinary search, so that privileges, document- and field-level security,
 * memory limits and cancellation are those of searches. Not accepted from users.
 */
public final class DocumentsAggregationBuilder
    extends AbstractAggregationBuilder<DocumentsAggregationBuilder> {

  private static final String NAME = InternalDocuments.NAME;
  private static final int FORMAT = 1;

  private final RunFields fields;
  private final ShardQuestion<?> question;

  DocumentsAggregationBuilder(RunFields fields, ShardQuestion<?> question) {
    super(NAME);
    this.fields = fields;
    this.question = question;
  }

  private DocumentsAggregationBuilder(
      DocumentsAggregationBuilder clone,
      AggregatorFactories.Builder factories,
      Map<String, Object> metadata) {
    super(clone, factories, metadata);
    this.fields = clone.fields;
    this.question = clone.question;
  }

  private DocumentsAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "[" + NAME + "]", FORMAT);
    fields = new RunFields(in);
    question = in.readNamedWriteable(ShardQuestion.class);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    fields.writeTo(out);
    out.writeNamedWriteable(question);
  }

  ShardQuestion<?> question() {
    return question;
  }

  /** The readers of the aggregation and its results, for registration; its parser refuses. */
  public static SearchPlugin.AggregationSpec spec() {
    return new SearchPlugin.AggregationSpec(
            NAME, DocumentsAggregationBuilder::new, DocumentsAggregationBuilder::refuse)
        .addResultReader(InternalDocuments::new);
  }

  private static DocumentsAggregationBuilder refuse(XContentParser parser, String name) {
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
    return new DocumentsAggregationBuilder(this, factories, metadata);
  }

  @Override
  public BucketCardinality bucketCardinality() {
    return BucketCardinality.NONE;
  }

  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    return builder.startObject().field("question", question.getWriteableName()).endObject();
  }

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DocumentsAggregationBuilder that
        && super.equals(other)
        && fields.equals(that.fields)
        && question.equals(that.question);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), fields, question);
  }

  /** Answers a {@link ShardQuestion} on one shard. */
  private static final class DocumentsAggregator extends MetricsAggregator {

    /** Memory is accounted in steps of so many bytes. */
    private static final long BYTES_PER_STEP = 1 << 20;

    private final AggregationContext context;
    private final RunFields fields;
    private final ShardQuestion<?> question;
    private final String field;
    private final ConfirmTexts texts;
    private final BytesStreamOutput answer = new BytesStreamOutput();
    private final AtomicLong heap = new AtomicLong();
    private ShardId shard;
    private long accounted;

    /**
     * @param field the name of the field; {@code null} if the index does not map it
     */
    DocumentsAggregator(
        AggregationContext context,
        Aggregator parent,
        Map<String, Object> metadata,
        RunFields fields,
        ShardQuestion<?> question,
        String field)
        throws IOException {
      super(InternalDocuments.NAME, context, parent, metadata);
      this.context = context;
      this.fields = fields;
      this.question = question;
      this.field = field;
      this.texts = field == null ? null : fields.texts(context);
    }

    @Override
    protected LeafBucketCollector getLeafCollector(
        AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
      LeafReaderContext leaf = execution.getLeafReaderContext();
      shard = ShardUtils.extractShardId(leaf.reader());
      if (field == null) {
        return LeafBucketCollector.NO_OP_COLLECTOR;
      }
      if (question.docs().isEmpty()) {
        ShardQuestion.Writer writer = question.open(segment(leaf, new int[0]));
        return new LeafBucketCollector() {
          @Override
          public void collect(int doc, long bucket) throws IOException {
            write(writer, doc);
          }
        };
      }
      int[] docs = inLeaf(leaf, question.docs().get().getOrDefault(shard, new int[0]));
      if (docs.length > 0) {
        ShardQuestion.Writer writer = question.open(segment(leaf, docs));
        for (int doc : docs) {
          write(writer, doc);
        }
      }
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }

    private ShardQuestion.Segment segment(LeafReaderContext leaf, int[] docs) {
      return new ShardQuestion.Segment(
          context, field, fields.canonical(), fields.update(), texts, leaf, docs, heap);
    }

    private static int[] inLeaf(LeafReaderContext leaf, int[] wanted) {
      Bits live = leaf.reader().getLiveDocs();
      int from = Arrays.binarySearch(wanted, leaf.docBase);
      int to = Arrays.binarySearch(wanted, leaf.docBase + leaf.reader().maxDoc());
      return Arrays.stream(wanted, from < 0 ? -from - 1 : from, to < 0 ? -to - 1 : to)
          .map(doc -> doc - leaf.docBase)
          .filter(doc -> live == null || live.get(doc))
          .toArray();
    }

    private void write(ShardQuestion.Writer writer, int doc) throws IOException {
      writer.write(doc, answer);
      if (answer.size() - accounted >= BYTES_PER_STEP) {
        addRequestCircuitBreakerBytes(answer.size() - accounted);
        accounted = answer.size();
      }
    }

    @Override
    public InternalAggregation buildAggregation(long owningBucketOrd) {
      // A shard without a segment has no document.
      return shard == null || field == null
          ? buildEmptyAggregation()
          : new InternalDocuments(
              metadata(), true, List.of(new InternalDocuments.Answer(shard, answer.bytes())));
    }

    @Override
    public InternalAggregation buildEmptyAggregation() {
      return new InternalDocuments(metadata(), field != null, List.of());
    }
  }
}
