package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.run.PointInTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.search.SearchResponse;
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
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.NonCollectingAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/** The aggregation by which a {@link ShardQuestion} is asked. Not accepted from users. */
public final class DocumentsAggregation extends AbstractAggregationBuilder<DocumentsAggregation> {

  private static final int FORMAT = 1;

  private final ClusterFields fields;
  final ShardQuestion question;

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

  /**
   * Requires that indices map the field, and those of {@code same}, and none to another type.
   *
   * @param indices as users name them
   */
  public static void requireMapped(
      PointInTime pointInTime, ClusterFields fields, String... indices) {
    ShardQuestion none = ShardQuestion.of(ShardQuestion.Part.DOCUMENT, Map.of(), 0);
    Set<String> mapped =
        new DocumentsAggregation(fields, none)
            .search(pointInTime, QueryBuilders.matchAllQuery())
            .mapped;
    String field = "[field] must name a field of type [simhash] or [minhash]";
    requireMapped(mapped, field, fields.near().field(), indices);
    for (String name : fields.same().names()) {
      requireMapped(mapped, "[same] must hold fields that are mapped", name, indices);
    }
  }

  private static void requireMapped(
      Set<String> mapped, String needed, String name, String... indices) {
    if (mapped.contains(name) == false) {
      throw invalid("%s but [%s] is not mapped in %s", needed, name, List.of(indices));
    }
  }

  /**
   * Whether the signatures with a header were certainly made of the texts that {@code confirm}
   * compares, in all shards.
   */
  static boolean areOfTexts(PointInTime pointInTime, ClusterFields fields, long header) {
    ShardQuestion none = ShardQuestion.of(ShardQuestion.Part.TEXT, Map.of(), header);
    return new DocumentsAggregation(fields, none)
        .search(pointInTime, QueryBuilders.matchAllQuery()).shards.stream()
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
    List<ShardAnswers.Answer> answers = new ArrayList<>(search(pointInTime, query).shards);
    answers.sort(Comparator.comparing(ShardAnswers.Answer::shard));
    Map<String, Long> matched = new TreeMap<>();
    for (ShardAnswers.Answer answer : answers) {
      answer.read(consumer);
      if (answer.matched() > 0) {
        matched.merge(answer.shard().getIndexName(), answer.matched(), Long::sum);
      }
    }
    return matched;
  }

  private ShardAnswers search(PointInTime pointInTime, QueryBuilder query) {
    InternalAggregations answers =
        pointInTime.search(
            new SearchSourceBuilder().size(0).query(query).trackTotalHits(false).aggregation(this),
            SearchResponse::getAggregations);
    return answers == null
        ? new ShardAnswers(Map.of(), Set.of(), List.of()) // there is no shard
        : answers.get(ShardAnswers.NAME);
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
    NearFieldType type = fields.require(context.subSearchContext().getSearchExecutionContext());
    return new AggregatorFactory(name, context, parent, subFactories, metadata) {
      @Override
      protected Aggregator createInternal(
          Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata)
          throws IOException {
        if (type != null) {
          return new DocumentsAggregator(context, parent, metadata, fields, question, type);
        }
        return new NonCollectingAggregator(name, context, parent, factories, metadata) {
          @Override
          public InternalAggregation buildEmptyAggregation() {
            return new ShardAnswers(metadata(), Set.of(), List.of());
          }
        };
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
