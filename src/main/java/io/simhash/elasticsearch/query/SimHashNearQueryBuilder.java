package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.LeafQueryBuilder;
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
public final class SimHashNearQueryBuilder extends LeafQueryBuilder<SimHashNearQueryBuilder> {

  /** The name that users type. */
  public static final String NAME = "simhash_near";

  /** The version of {@link #doWriteTo}'s format: plugins cannot register transport versions. */
  private static final int WIRE_FORMAT = 1;

  private final String field;
  private final Target target;
  private final int maxDistance;
  private final DistanceScore score;
  private final MinHashClause minHash;
  private final boolean ignoreUnmapped;

  private final PipelineFingerprints pipelines;
  private final SetOnce<QueryBuilder> awaited;

  /**
   * @param field a field of type {@code simhash}
   * @param target what neighbours are looked for of
   * @param maxDistance the radius in bits, 0 to 64
   * @param score what a distance is worth
   * @param minHash the second opinion, or {@code null}
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
      boolean ignoreUnmapped,
      PipelineFingerprints pipelines) {
    this(field, target, maxDistance, score, minHash, ignoreUnmapped, pipelines, null);
  }

  private SimHashNearQueryBuilder(
      String field,
      Target target,
      int maxDistance,
      DistanceScore score,
      MinHashClause minHash,
      boolean ignoreUnmapped,
      PipelineFingerprints pipelines,
      SetOnce<QueryBuilder> awaited) {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "[max_distance] must be in [0, " + Fingerprint.BITS + "] but was [" + maxDistance + "]");
    }
    this.field = field;
    this.target = Objects.requireNonNull(target);
    this.maxDistance = maxDistance;
    this.score = Objects.requireNonNull(score);
    this.minHash = minHash;
    this.ignoreUnmapped = ignoreUnmapped;
    this.pipelines = pipelines;
    this.awaited = awaited;
  }

  /** Reads what {@link #doWriteTo} wrote. */
  public SimHashNearQueryBuilder(StreamInput in, PipelineFingerprints pipelines)
      throws IOException {
    super(in);
    int format = in.readVInt();
    if (format != WIRE_FORMAT) {
      throw new IOException(
          "[" + NAME + "] must have wire format [" + WIRE_FORMAT + "] but had [" + format + "]");
    }
    this.field = in.readString();
    this.target = Target.read(in);
    this.maxDistance = in.readVInt();
    this.score = in.readEnum(DistanceScore.class);
    this.minHash = in.readOptionalWriteable(MinHashClause::new);
    this.ignoreUnmapped = in.readBoolean();
    this.pipelines = pipelines;
    this.awaited = null;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (awaited != null) {
      throw new IllegalStateException("[" + NAME + "] is sent before it is resolved");
    }
    out.writeVInt(WIRE_FORMAT);
    out.writeString(field);
    target.writeTo(out);
    out.writeVInt(maxDistance);
    out.writeEnum(score);
    out.writeOptionalWriteable(minHash);
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
    builder.field("ignore_unmapped", ignoreUnmapped);
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  /** The same query for another target. */
  SimHashNearQueryBuilder with(Target other) {
    return new SimHashNearQueryBuilder(
        field, other, maxDistance, score, minHash, ignoreUnmapped, pipelines);
  }

  /** The same query with another second opinion. */
  SimHashNearQueryBuilder with(MinHashClause other) {
    return new SimHashNearQueryBuilder(
        field, target, maxDistance, score, other, ignoreUnmapped, pipelines);
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    if (awaited != null) {
      QueryBuilder resolved = awaited.get();
      return resolved == null ? this : resolved;
    }
    BiConsumer<Client, ActionListener<QueryBuilder>> step = Resolver.next(this);
    return step == null || canWait(context) == false
        ? super.doRewrite(context)
        : await(context, step);
  }

  /** Whether the context does what is registered with it; those that only look ahead do not. */
  private static boolean canWait(QueryRewriteContext context) {
    return context != null
        && context.convertToIndexMetadataContext() == null
        && context.convertToCoordinatorRewriteContext() == null
        && context.convertToInnerHitsRewriteContext() == null;
  }

  private QueryBuilder await(
      QueryRewriteContext context, BiConsumer<Client, ActionListener<QueryBuilder>> step) {
    SetOnce<QueryBuilder> answer = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) ->
            step.accept(
                client,
                listener.map(
                    resolved -> {
                      answer.set(resolved);
                      return null;
                    })));
    return new SimHashNearQueryBuilder(
        field, target, maxDistance, score, minHash, ignoreUnmapped, pipelines, answer);
  }

  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    boolean unmapped =
        context.getFieldType(field) == null
            || (minHash != null && context.getFieldType(minHash.field()) == null);
    return ignoreUnmapped && unmapped ? new MatchNoneQueryBuilder(UNMAPPED) : this;
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
        && ignoreUnmapped == other.ignoreUnmapped
        && awaited == other.awaited;
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, target, maxDistance, score, minHash, ignoreUnmapped);
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
