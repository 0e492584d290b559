package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
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

  static final String NAME = "simhash_documents";
  private static final int FORMAT = 1;

  private final ShardQuestion question;

  DocumentsAggregationBuilder(ShardQuestion question) {
    super(NAME);
    this.question = question;
  }

  private DocumentsAggregationBuilder(
      DocumentsAggregationBuilder clone,
      AggregatorFactories.Builder factories,
      Map<String, Object> metadata) {
    super(clone, factories, metadata);
    this.question = clone.question;
  }

  private DocumentsAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "[" + NAME + "]", FORMAT);
    question = new ShardQuestion(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    question.writeTo(out);
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
    String field = new MappedFields(question.fields(), context).require();
    return new AggregatorFactory(name, context, parent, subFactories, metadata) {
      @Override
      protected Aggregator createInternal(
          Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata)
          throws IOException {
        return new DocumentsAggregator(context, parent, metadata, question, field);
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
    return builder.startObject().field("kind", question.kind()).endObject();
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
        && question.equals(that.question);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), question);
  }
}
