package io.simhash.elasticsearch.query;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.MinHash;
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
 * Finds the documents whose set or text is like one, by their MinHash signatures: {@code
 * {"minhash_near": {"field": "body.shingles", "text": "…", "min_similarity": 0.5}}}. The score is
 * the estimated Jaccard similarity.
 *
 * @see io.simhash.lucene.search.MinHashNearQuery
 */
public final class MinHashNearQueryBuilder extends ResolvingQueryBuilder<MinHashNearQueryBuilder> {

  /** The name that users type. */
  public static final String NAME = "minhash_near";

  static final String UNMAPPED = "a field of [" + NAME + "] is not mapped here";

  /** The version of {@link #doWriteTo}'s format: plugins cannot register transport versions. */
  private static final int WIRE_FORMAT = 1;

  private final String field;
  private final MemberSet members;
  private final boolean include;
  private final double minSimilarity;
  private final Integer minMatchingBands;
  private final ConfirmClause confirm;
  private final boolean ignoreUnmapped;

  /**
   * @param field a field of type {@code minhash}
   * @param members the set or text that documents must be like
   * @param include whether the document of a {@code like} may itself be found
   * @param minSimilarity the least estimated Jaccard similarity, in [0, 1]
   * @param minMatchingBands how many bands a candidate shares at least, 0 to compare all documents;
   *     {@code null} for 1 where the field has bands and 0 elsewhere
   * @param confirm the last word, or {@code null}
   * @param ignoreUnmapped whether an index without the fields has no match rather than an error
   */
  public MinHashNearQueryBuilder(
      String field,
      MemberSet members,
      boolean include,
      double minSimilarity,
      Integer minMatchingBands,
      ConfirmClause confirm,
      boolean ignoreUnmapped) {
    this(field, members, include, minSimilarity, minMatchingBands, confirm, ignoreUnmapped, null);
  }

  private MinHashNearQueryBuilder(
      String field,
      MemberSet members,
      boolean include,
      double minSimilarity,
      Integer minMatchingBands,
      ConfirmClause confirm,
      boolean ignoreUnmapped,
      SetOnce<QueryBuilder> awaited) {
    super(awaited);
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    Ranges.requireFraction("min_similarity", minSimilarity);
    if (minMatchingBands != null
        && (minMatchingBands < 0 || minMatchingBands > MinHash.MAX_HASHES)) {
      throw new IllegalArgumentException(
          "[min_matching_bands] must be in [0, "
              + MinHash.MAX_HASHES
              + "] but was ["
              + minMatchingBands
              + "]");
    }
    if (confirm != null && members instanceof MemberSet.Values) {
      confirm.requireTexts("values");
    }
    this.field = field;
    this.members = Objects.requireNonNull(members);
    this.include = include;
    this.minSimilarity = minSimilarity;
    this.minMatchingBands = minMatchingBands;
    this.confirm = confirm;
    this.ignoreUnmapped = ignoreUnmapped;
  }

  /** Reads what {@link #doWriteTo} wrote. */
  public MinHashNearQueryBuilder(StreamInput in) throws IOException {
    super(in, WIRE_FORMAT);
    this.field = in.readString();
    this.members = MemberSet.read(in);
    this.include = in.readBoolean();
    this.minSimilarity = in.readDouble();
    this.minMatchingBands = in.readOptionalVInt();
    this.confirm = in.readOptionalWriteable(ConfirmClause::new);
    this.ignoreUnmapped = in.readBoolean();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    requireNothingAwaited();
    out.writeVInt(WIRE_FORMAT);
    out.writeString(field);
    members.writeTo(out);
    out.writeBoolean(include);
    out.writeDouble(minSimilarity);
    out.writeOptionalVInt(minMatchingBands);
    out.writeOptionalWriteable(confirm);
    out.writeBoolean(ignoreUnmapped);
  }

  /** Reads what users type. */
  public static MinHashNearQueryBuilder fromXContent(XContentParser parser) throws IOException {
    return MinHashNearParser.parse(parser);
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field);
    members.toXContent(builder);
    if (members instanceof MemberSet.Like) {
      builder.field("include", include);
    }
    builder.field("min_similarity", minSimilarity);
    if (minMatchingBands != null) {
      builder.field("min_matching_bands", minMatchingBands);
    }
    if (confirm != null) {
      confirm.toXContent(builder);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  /** The same query for another set. */
  MinHashNearQueryBuilder with(MemberSet other) {
    return with(other, confirm, null);
  }

  /** The same query with another last word. */
  MinHashNearQueryBuilder with(ConfirmClause other) {
    return with(members, other, null);
  }

  @Override
  MinHashNearQueryBuilder awaiting(SetOnce<QueryBuilder> answer) {
    return with(members, confirm, answer);
  }

  private MinHashNearQueryBuilder with(
      MemberSet newMembers, ConfirmClause newConfirm, SetOnce<QueryBuilder> answer) {
    return new MinHashNearQueryBuilder(
        field,
        newMembers,
        include,
        minSimilarity,
        minMatchingBands,
        newConfirm,
        ignoreUnmapped,
        answer);
  }

  @Override
  BiConsumer<Client, ActionListener<QueryBuilder>> nextStep() {
    return Resolver.next(this);
  }

  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    return ignoreUnmapped && isUnmapped(context::getFieldType)
        ? new MatchNoneQueryBuilder(UNMAPPED)
        : this;
  }

  /** Whether an index lacks one of the fields. */
  boolean isUnmapped(Function<String, MappedFieldType> types) {
    return types.apply(field) == null || (confirm != null && types.apply(confirm.field()) == null);
  }

  @Override
  protected Query doToQuery(SearchExecutionContext context) {
    return new ShardQuery(context).of(this);
  }

  String field() {
    return field;
  }

  MemberSet members() {
    return members;
  }

  boolean include() {
    return include;
  }

  double minSimilarity() {
    return minSimilarity;
  }

  Integer minMatchingBands() {
    return minMatchingBands;
  }

  ConfirmClause confirm() {
    return confirm;
  }

  boolean ignoreUnmapped() {
    return ignoreUnmapped;
  }

  @Override
  protected boolean doEquals(MinHashNearQueryBuilder other) {
    return field.equals(other.field)
        && members.equals(other.members)
        && include == other.include
        && minSimilarity == other.minSimilarity
        && Objects.equals(minMatchingBands, other.minMatchingBands)
        && Objects.equals(confirm, other.confirm)
        && ignoreUnmapped == other.ignoreUnmapped
        && awaited() == other.awaited();
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(
        field, members, include, minSimilarity, minMatchingBands, confirm, ignoreUnmapped);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }
}
