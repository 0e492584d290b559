package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.compat.LeafQuery;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.lucene.search.SimHashNearAnyQuery;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.SearchPlugin.QuerySpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The documents that are near-duplicates of one of several values: one search for all documents
 * that wait at the processor {@code near_duplicate}, or for one of the sample of {@code
 * _simhash/estimate}. Internal: not accepted from users.
 */
public final class NearAnyQueryBuilder extends LeafQuery<NearAnyQueryBuilder> {

  private static final String NAME = "simhash_near_any";
  private static final int FORMAT = 1;

  private final NearOptions options;
  private final NearRule rule;
  private final List<NearValue> values;

  /**
   * @param options the field
   * @param rule decides which documents are near-duplicates
   */
  public NearAnyQueryBuilder(NearOptions options, NearRule rule, List<NearValue> values) {
    this.options = options;
    this.rule = rule;
    this.values = List.copyOf(values);
  }

  private NearAnyQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a near query", FORMAT);
    options = new NearOptions(in);
    rule = new NearRule(in.readVInt(), in.readVInt(), in.readDouble());
    values = in.readCollectionAsList(StoredValue::read);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    options.writeTo(out);
    out.writeVInt(rule.maxDistance());
    out.writeVInt(rule.maxDistanceAlone());
    out.writeDouble(rule.minSimilarity());
    out.writeCollection(values, StoredValue::write);
  }

  /** The reader of the query, for registration; its parser refuses. */
  public static QuerySpec<NearAnyQueryBuilder> spec() {
    return new QuerySpec<>(NAME, NearAnyQueryBuilder::new, NearAnyQueryBuilder::refuse);
  }

  private static NearAnyQueryBuilder refuse(XContentParser parser) {
    throw invalid("[%s] is internal: use [simhash_near]", NAME);
  }

  /** An index without the field has no near-duplicate: its shards need not be asked. */
  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    return options.ignoreUnmapped() && context.getFieldType(options.field()) == null
        ? new MatchNoneQueryBuilder("[" + options.field() + "] is not mapped here")
        : this;
  }

  @Override
  protected Query doToQuery(SearchExecutionContext context) {
    ExpensiveQueries.requireAllowed(rule, new IndexFields(context));
    return options
        .in(context, rule)
        .<Query>map(
            type ->
                new SimHashNearAnyQuery(type.name(), values, rule, SearchContexts::cancellation))
        .orElseGet(() -> new MatchNoDocsQuery("[" + options.field() + "] is not mapped here"));
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME);
    options.toXContent(builder);
    builder.field("values", values.size());
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  @Override
  protected boolean doEquals(NearAnyQueryBuilder other) {
    return options.equals(other.options) && rule.equals(other.rule) && values.equals(other.values);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(options, rule, values);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
