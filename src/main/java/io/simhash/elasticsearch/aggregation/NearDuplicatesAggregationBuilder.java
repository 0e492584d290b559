package io.simhash.elasticsearch.aggregation;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.SearchPlugin.AggregationSpec;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.bucket.SingleBucketAggregator;
import org.elasticsearch.search.aggregations.bucket.filter.FiltersAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The aggregation {@code near_duplicates}. Each shard sends the fingerprints, signatures and ids of
 * at most {@code max_documents} matches, a {@link io.simhash.core.near.NearSample} if there are
 * more; the node that received the search compares them.
 */
public final class NearDuplicatesAggregationBuilder
    extends AbstractAggregationBuilder<NearDuplicatesAggregationBuilder> {

  private static final int FORMAT = 1;

  private final GroupOptions options;

  NearDuplicatesAggregationBuilder(String name, GroupOptions options) {
    super(name);
    this.options = options;
  }

  private NearDuplicatesAggregationBuilder(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a near_duplicates aggregation", FORMAT);
    this.options = GroupOptions.read(in);
  }

  private NearDuplicatesAggregationBuilder(
      NearDuplicatesAggregationBuilder other,
      AggregatorFactories.Builder factories,
      Map<String, Object> metadata) {
    super(other, factories, metadata);
    this.options = other.options;
  }

  /** The parser of the aggregation and the reader of its results, for registration. */
  public static AggregationSpec spec() {
    return new AggregationSpec(
            GroupOptions.NAME,
            NearDuplicatesAggregationBuilder::new,
            NearDuplicatesAggregationBuilder::parse)
        .addResultReader(InternalNearDuplicates::new);
  }

  /** Every mistake becomes a sentence that begins with the aggregation's type. */
  private static NearDuplicatesAggregationBuilder parse(String name, XContentParser parser)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    OptionMap given = new OptionMap(parser.mapOrdered());
    try {
      GroupOptions options = GroupOptions.from(given);
      given.requireEmpty();
      return new NearDuplicatesAggregationBuilder(name, options);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, "[" + GroupOptions.NAME + "] " + e.getMessage(), e);
    }
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    options.writeTo(out);
  }

  @Override
  protected AggregatorFactory doBuild(
      AggregationContext context, AggregatorFactory parent, AggregatorFactories.Builder factories)
      throws IOException {
    SearchExecutionContext search = context.subSearchContext().getSearchExecutionContext();
    Optional<String> field =
        options.near().in(search, options.near().rule(true)).map(NearFieldType::name);
    SameReader same = new SameReader(options.same(), search);
    if (options.near().ignoreUnmapped() == false) {
      same.requireMapped();
    }
    return new AggregatorFactory(name, context, parent, factories, metadata) {
      @Override
      protected Aggregator createInternal(
          Aggregator above, CardinalityUpperBound cardinality, Map<String, Object> meta)
          throws IOException {
        if (cardinality.map(buckets -> buckets > 1) && isInSingleBuckets(above) == false) {
          throw NearDuplicatesAggregator.severalBuckets(name);
        }
        return new NearDuplicatesAggregator(name, context, above, options, field, same, meta);
      }
    };
  }

  /**
   * Whether all aggregations around it may have one bucket. Aggregations that collect later, such
   * as {@code sampler}, give their sub-aggregations the cardinality of many. A {@code filter} is
   * made as {@code filters} with one bucket; more are noticed when documents are collected.
   */
  private static boolean isInSingleBuckets(Aggregator above) {
    return above == null
        || (above instanceof SingleBucketAggregator || above instanceof FiltersAggregator)
            && isInSingleBuckets(above.parent());
  }

  @Override
  public NearDuplicatesAggregationBuilder subAggregations(AggregatorFactories.Builder factories) {
    throw invalid(
        "[%s] [%s] cannot have sub-aggregations: the groups are known only after the shards have"
            + " answered",
        GroupOptions.NAME, name);
  }

  /** False: a shard has one sample. */
  @Override
  public boolean supportsParallelCollection(ToLongFunction<String> cardinality) {
    return false;
  }

  @Override
  protected AggregationBuilder shallowCopy(
      AggregatorFactories.Builder factories, Map<String, Object> metadata) {
    return new NearDuplicatesAggregationBuilder(this, factories, metadata);
  }

  @Override
  public BucketCardinality bucketCardinality() {
    return BucketCardinality.MANY;
  }

  @Override
  protected XContentBuilder internalXContent(XContentBuilder builder, Params params)
      throws IOException {
    builder.startObject();
    options.toXContent(builder);
    return builder.endObject();
  }

  @Override
  public String getType() {
    return GroupOptions.NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && options.equals(((NearDuplicatesAggregationBuilder) other).options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), options);
  }
}
