package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * Finds the documents whose fingerprint is within {@code max_distance} bits of one: {@code
 * {"simhash_near": {"field": "simhash", "fingerprint": "9f3c…", "max_distance": 3}}}.
 *
 * <p>What stands in other documents ({@code like}) or needs a pipeline ({@code document}) is
 * resolved once, by the node that got the request and with its caller's rights; what needs the
 * mapping ({@code text}) is resolved by each shard.
 *
 * @see SimHashNearQuery
 */
public final class SimHashNearQueryBuilder extends ResolvingQueryBuilder<SimHashNearQueryBuilder> {

  /** The name that users type. */
  public static final String NAME = "simhash_near";

  /** The version of {@link #doWriteTo}'s format: plugins cannot register transport versions. */
  private static final int WIRE_FORMAT = 1;

  private final String field;
  private final Target target;
  private final int maxDistance;
  private final DistanceScore score;
  private final MinHashClause minHash;
  private final ConfirmClause confirm;
  private final boolean ignoreUnmapped;

  private final PipelineFingerprints pipelines;

  /**
   * @param field a field of type {@code simhash}
   * @param target what neighbours are looked for of
   * @param maxDistance the radius in bits, 0 to 64
   * @param score what a distance is worth
   * @param minHash the second opinion, or {@code null}
   * @param confirm the last word, or {@code null}
   * @param ignoreUnmapped whether an index without the fields has no neighbours rather than an
   *     error
   * @param pipelines fingerprints a {@link Target.Document}
   */
  public SimHashNearQueryBuilder(
      String field,
      Target target,
      int maxDistance,
      DistanceScore score,
      MinHashClause minHash,
      ConfirmClause confirm,
      boolean ignoreUnmapped,
      PipelineFingerprints pipelines) {
    this(field, target, maxDistance, score, minHash, confirm, ignoreUnmapped, pipelines, null);
  }

  private SimHashNearQueryBuilder(
      String field,
      Target target,
      int maxDistance,
      DistanceScore score,
      MinHashClause minHash,
      ConfirmClause confirm,
      boolean ignoreUnmapped,
      PipelineFingerprints pipelines,
      SetOnce<QueryBuilder> awaited) {
    super(awaited);
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "[max_distance] must be in [0, " + Fingerprint.BITS + "] but was [" + maxDistance + "]");
    }
    if (confirm != null && target instanceof Target.Given) {
      confirm.requireTexts("fingerprint");
    }
    this.field = field;
    this.target = Objects.requireNonNull(target);
    this.maxDistance = maxDistance;
    this.score = Objects.requireNonNull(score);
    this.minHash = minHash;
    this.confirm = confirm;
    this.ignoreUnmapped = ignoreUnmapped;
    this.pipelines = pipelines;
  }

  /** Reads what {@link #doWriteTo} wrote. */
  public SimHashNearQueryBuilder(StreamInput in, PipelineFingerprints pipelines)
      throws IOException {
    super(in, WIRE_FORMAT);
    this.field = in.readString();
    this.target = Target.read(in);
    this.maxDistance = in.readVInt();
    this.score = in.readEnum(DistanceScore.class);
    this.minHash = in.readOptionalWriteable(MinHashClause::new);
    this.confirm = in.readOptionalWriteable(ConfirmClause::new);
    this.ignoreUnmapped = in.readBoolean();
    this.pipelines = pipelines;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    requireNothingAwaited();
    out.writeVInt(WIRE_FORMAT);
    out.writeString(field);
    target.writeTo(out);
    out.writeVInt(maxDistance);
    out.writeEnum(score);
    out.writeOptionalWriteable(minHash);
    out.writeOptionalWriteable(confirm);
    out.writeBoolean(ignoreUnmapped);
  }

  /** Reads what users type. */
  public static SimHashNearQueryBuilder fromXContent(
      XContentParser parser, PipelineFingerprints pipelines) throws IOException {
    return SimHashNearParser.parse(parser, pipelines);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field);
    target.toXContent(builder);
    builder.field("max_distance", maxDistance).field("score", score.toString());
    if (minHash != null) {
      minHash.toXContent(builder);
    }
    if (confirm != null) {
      confirm.toXContent(builder);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  /** The same query for another target. */
  SimHashNearQueryBuilder with(Target other) {
    return with(other, minHash, confirm);
  }

  /** The same query with another second opinion. */
  SimHashNearQueryBuilder with(MinHashClause other) {
    return with(target, other, confirm);
  }

  /** The same query with another last word. */
  SimHashNearQueryBuilder with(ConfirmClause other) {
    return with(target, minHash, other);
  }

  private SimHashNearQueryBuilder with(
      Target newTarget, MinHashClause newMinHash, ConfirmClause newConfirm) {
    return new SimHashNearQueryBuilder(
        field, newTarget, maxDistance, score, newMinHash, newConfirm, ignoreUnmapped, pipelines);
  }

  @Override
  BiConsumer<Client, ActionListener<QueryBuilder>> nextStep() {
    return Resolver.next(this);
  }

  @Override
  SimHashNearQueryBuilder awaiting(SetOnce<QueryBuilder> answer) {
    return new SimHashNearQueryBuilder(
        field, target, maxDistance, score, minHash, confirm, ignoreUnmapped, pipelines, answer);
  }

  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    return ignoreUnmapped && isUnmapped(context::getFieldType)
        ? new MatchNoneQueryBuilder(UNMAPPED)
        : this;
  }

  /** Whether an index lacks one of the fields. */
  boolean isUnmapped(Function<String, MappedFieldType> types) {
    return types.apply(field) == null
        || (minHash != null && types.apply(minHash.field()) == null)
        || (confirm != null && types.apply(confirm.field()) == null);
  }

  static final String UNMAPPED = "a field of [" + NAME + "] is not mapped here";

  @Override
  protected Query doToQuery(SearchExecutionContext context) throws IOException {
    return new ShardQuery(context).of(this);
  }

  String field() {
    return field;
  }

  Target target() {
    return target;
  }

  int maxDistance() {
    return maxDistance;
  }

  DistanceScore score() {
    return score;
  }

  MinHashClause minHash() {
    return minHash;
  }

  ConfirmClause confirm() {
    return confirm;
  }

  boolean ignoreUnmapped() {
    return ignoreUnmapped;
  }

  PipelineFingerprints pipelines() {
    return pipelines;
  }

  @Override
  protected boolean doEquals(SimHashNearQueryBuilder other) {
    return field.equals(other.field)
        && target.equals(other.target)
        && maxDistance == other.maxDistance
        && score == other.score
        && Objects.equals(minHash, other.minHash)
        && Objects.equals(confirm, other.confirm)
        && ignoreUnmapped == other.ignoreUnmapped
        && awaited() == other.awaited();
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, target, maxDistance, score, minHash, confirm, ignoreUnmapped);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
