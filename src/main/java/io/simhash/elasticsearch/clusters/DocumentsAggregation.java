package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.run.PointInTime;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The aggregation by which a {@link ShardQuestion} is asked: in an ordinary search, so that
 * privileges, document- and field-level security, memory limits and cancellation are those of
 * searches. Not accepted from users.
 */
public final class DocumentsAggregation extends AbstractAggregationBuilder<DocumentsAggregation> {

  private static final int FORMAT = 1;

  private final ClusterFields fields;
  private final ShardQuestion question;

  DocumentsAggregation(ClusterFields fields, ShardQuestion question) {
    super(ShardAnswers.NAME);
    this.fields = fields;
    this.question = question;
  }

  private DocumentsAggregation(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "[" + ShardAnswers.NAME + "]", FORMAT);
    fields = new ClusterFields(in);
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

  /**
   * Requires that indices map the field, and those of {@code same}, and none to another type.
   *
   * @param indices as users name them
   */
  public static void requireMapped(
      PointInTime pointInTime, ClusterFields fields, String... indices) {
    ShardQuestion none = ShardQuestion.of(ShardQuestion.Part.DOCUMENT, Map.of());
    Set<String> mapped =
        new DocumentsAggregation(fields, none)
            .search(pointInTime, QueryBuilders.matchAllQuery(), answers -> answers.mapped)
            .orElse(Set.of());
    if (mapped.contains(fields.near().field()) == false) {
      throw invalid(
          "[field] must name a field of type [simhash] or [minhash] but [%s] is not mapped in %s",
          fields.near().field(), List.of(indices));
    }
    for (String name : fields.same().names()) {
      if (mapped.contains(name) == false) {
        throw invalid(
            "[same] must hold fields that are mapped but [%s] is not mapped in %s",
            name, List.of(indices));
      }
    }
  }

  /**
   * Whether the signatures with a header were certainly made of the texts that {@code confirm}
   * compares, in all shards.
   */
  static boolean areOfTexts(PointInTime pointInTime, ClusterFields fields, long header) {
    ShardQuestion none = ShardQuestion.of(ShardQuestion.Part.TEXT, Map.of(), header);
    return new DocumentsAggregation(fields, none)
            .search(pointInTime, QueryBuilders.matchAllQuery(), answers -> answers.shards)
            .orElse(List.of())
            .stream()
            .allMatch(ShardAnswers.Answer::ofTexts);
  }

  /**
   * Asks the question, and gives the documents of all answers to a consumer, in the order of the
   * shards.
   *
   * @param query the documents that match, where the question names none
   * @return the number of documents that match of each index that has some, also of those without
   *     the part
   */
  Map<String, Long> ask(
      PointInTime pointInTime, QueryBuilder query, ShardAnswers.AnswerConsumer consumer) {
    List<ShardAnswers.Answer> read =
        search(pointInTime, query, answers -> answers.shards).orElse(List.of());
    Map<String, Long> matched = new TreeMap<>();
    read.stream()
        .sorted(Comparator.comparing(ShardAnswers.Answer::shard))
        .forEach(
            answer -> {
              answer.read(consumer);
              matched.merge(answer.shard().getIndexName(), answer.matched(), Long::sum);
            });
    matched.values().removeIf(count -> count == 0);
    return matched;
  }

  /** Empty if there is no shard. */
  private <T> Optional<T> search(
      PointInTime pointInTime, QueryBuilder query, Function<ShardAnswers, T> read) {
    return pointInTime.search(
        new SearchSourceBuilder().size(0).query(query).trackTotalHits(false).aggregation(this),
        response ->
            Optional.ofNullable(response.getAggregations())
                .map(aggregations -> read.apply(aggregations.get(ShardAnswers.NAME))));
  }

  /** The readers of the aggregation and its results, for registration; its parser refuses. */
  public static SearchPlugin.AggregationSpec spec() {
    return new SearchPlugin.AggregationSpec(
            ShardAnswers.NAME, DocumentsAggregation::new, DocumentsAggregation::refuse)
        .addResultReader(ShardAnswers::new);
  }

  private static DocumentsAggregation refuse(XContentParser parser, String name) {
    throw invalid(
        "[%s] is internal: use [POST {index}/_simhash/clusters] to find the clusters of an index",
        ShardAnswers.NAME);
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
    return ShardAnswers.NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
