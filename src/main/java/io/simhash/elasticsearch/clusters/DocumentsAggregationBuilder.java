package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.format.WireFormat;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
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
    String index = context.getIndexSettings().getIndex().getName();
    MappedFieldType type = context.getFieldType(question.fields().field());
    if (type != null) {
      requireSimHash(context, type, index);
      requireOrdered(context, index);
      requireKeyword(context, index);
      requireText(context, index);
    }
    return new AggregatorFactory(name, context, parent, subFactories, metadata) {
      @Override
      protected Aggregator createInternal(
          Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata)
          throws IOException {
        String field = type == null ? null : type.name();
        return new DocumentsAggregator(context, parent, metadata, question, field);
      }
    };
  }

  private void requireSimHash(AggregationContext context, MappedFieldType type, String index) {
    String field = question.fields().field();
    if (type instanceof SimHashFieldType == false) {
      throw invalid(
          "[field] must name a field of type [simhash] but [%s] of index [%s] is of type [%s]",
          field, index, type.typeName());
    }
    if (context.nestedLookup().getNestedParent(type.name()) != null) {
      throw invalid(
          "[field] must not name a field of a nested object but [%s] of index [%s] is in one",
          field, index);
    }
  }

  private void requireOrdered(AggregationContext context, String index) {
    String field = question.fields().canonical();
    MappedFieldType type = field == null ? null : context.getFieldType(field);
    if (field != null && type == null) {
      throw invalid(
          "[canonical.field] must name a field of numbers or dates with doc values but [%s] is not"
              + " mapped in index [%s]",
          field, index);
    }
    if (type != null && (type.hasDocValues() && isNumber(type)) == false) {
      throw invalid(
          "[canonical.field] must name a field of numbers or dates with doc values but [%s] of"
              + " index [%s] is of type [%s]",
          field, index, type.typeName());
    }
  }

  private static boolean isNumber(MappedFieldType type) {
    return switch (type.typeName()) {
      case "byte",
          "short",
          "integer",
          "long",
          "unsigned_long",
          "half_float",
          "float",
          "double",
          "scaled_float",
          "date",
          "date_nanos" ->
          true;
      default -> false;
    };
  }

  private void requireKeyword(AggregationContext context, String index) {
    String field = question.fields().update();
    MappedFieldType type = field == null ? null : context.getFieldType(field);
    if (field != null && type == null) {
      throw invalid(
          "[update.field] must name a field of type [keyword] but [%s] is not mapped in index [%s]",
          field, index);
    }
    if (type != null && type.typeName().equals(KeywordFieldMapper.CONTENT_TYPE) == false) {
      throw invalid(
          "[update.field] must name a field of type [keyword] but [%s] of index [%s] is of type"
              + " [%s]",
          field, index, type.typeName());
    }
  }

  private void requireText(AggregationContext context, String index) {
    Confirm confirm = question.fields().confirm();
    if (confirm != null && context.getFieldType(confirm.field()) == null) {
      throw invalid(
          "[confirm.field] must name a field of texts but [%s] is not mapped in index [%s]",
          confirm.field(), index);
    }
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
