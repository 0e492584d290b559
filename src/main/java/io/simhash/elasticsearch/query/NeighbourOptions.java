package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The options of the queries {@code simhash_near} and {@code minhash_near}: the documents whose
 * signature is similar to another, or whose fingerprint is within a radius: {@code {"simhash_near":
 * {"field": "simhash", "like": {"_index": "news", "_id": "42"}}}}. A field of type {@code minhash}
 * has signatures alone.
 *
 * @param score how a neighbour is scored; in {@code minhash_near} by the similarity
 * @param minMatchingBands of {@code minhash_near}: how many bands a document shares at least;
 *     {@code null} for the default, see {@link NearRule.Similar}
 * @param minHash of {@code simhash_near}: a second field that is compared; {@code null} for none
 * @see io.simhash.lucene.search.SimHashNearQuery
 */
record NeighbourOptions(
    String name,
    NearOptions options,
    NearSource source,
    DistanceScore score,
    Integer minMatchingBands,
    MinHashClause minHash,
    ConfirmOptions confirm)
    implements NearQuery {

  static final String SIMHASH = "simhash_near";
  static final String MINHASH = "minhash_near";

  private static final double DEFAULT_MIN_SIMILARITY = 0.5;

  public NeighbourOptions {
    if (minMatchingBands != null) {
      Ranges.require("min_matching_bands", minMatchingBands, 0, Bands.MAX_BANDS);
    }
    boolean isValue = source instanceof NearSource.Value;
    if (confirm != null
        && confirm.texts() == null
        && (isValue || source instanceof NearSource.SetValues)) {
      throw invalid("[confirm.text] is needed with [%s]", isValue ? "fingerprint" : "values");
    }
  }

  static NeighbourOptions simHash(OptionMap options) {
    NearOptions near = NearOptions.from(options);
    NearSource source = NearSource.ofFingerprint(options);
    requireUsed(near, source);
    MinHashClause minHash = MinHashClause.from(options);
    DistanceScore score =
        options.constant(
            "score", minHash == null ? DistanceScore.SIMILARITY : DistanceScore.RECIPROCAL);
    ConfirmOptions confirm = ConfirmOptions.from(options, near.field());
    return new NeighbourOptions(SIMHASH, near, source, score, null, minHash, confirm);
  }

  /** Requires that the value in the query can be compared by the option that is set. */
  private static void requireUsed(NearOptions near, NearSource source) {
    if (source instanceof NearSource.Value given) {
      NearValue value = given.near();
      if (near.minSimilarity() != null && value.signature().isEmpty()) {
        throw invalid(
            "[min_similarity] needs a [signature] beside [fingerprint]; without it, [max_distance]"
                + " says which documents are neighbours");
      }
      if (near.maxDistance() != null && value.fingerprint().isEmpty()) {
        throw invalid(
            "[max_distance] needs a [fingerprint] beside [signature]; without it, [min_similarity]"
                + " says which documents are neighbours");
      }
    }
  }

  static NeighbourOptions minHash(OptionMap options) {
    options.requireWith("include", "like");
    double minSimilarity = options.number("min_similarity", DEFAULT_MIN_SIMILARITY);
    if (minSimilarity > 0 == false || minSimilarity > 1) {
      throw invalid(
          "[min_similarity] must be above [0] and at most [1] but was [%s]", minSimilarity);
    }
    NearOptions near =
        new NearOptions(
            options.needed("field"), null, minSimilarity, options.bool("ignore_unmapped", false));
    return new NeighbourOptions(
        MINHASH,
        near,
        NearSource.ofSet(options, NearSource::like),
        DistanceScore.SIMILARITY,
        options.has("min_matching_bands") ? options.integer("min_matching_bands") : null,
        null,
        ConfirmOptions.from(options, near.field()));
  }

  boolean isMinHash() {
    return name.equals(MINHASH);
  }

  /**
   * The rule that the options say.
   *
   * @param signed whether there is a signature to search with
   */
  NearRule rule(boolean signed) {
    return isMinHash() ? ofSet() : options.rule(confirm, signed);
  }

  private NearRule ofSet() {
    double min = options.minSimilarity();
    return minMatchingBands == null
        ? new NearRule.Similar(min, Fingerprint.BITS)
        : new NearRule.Similar(min, minMatchingBands, Fingerprint.BITS);
  }

  @Override
  public String field() {
    return options.field();
  }

  @Override
  public boolean ignoreUnmapped() {
    return options.ignoreUnmapped();
  }

  @Override
  public void toXContent(XContentBuilder builder) throws IOException {
    options.toXContent(builder);
    source.toXContent(builder);
    if (isMinHash() == false) {
      builder.field("score", score.toString());
    }
    if (minMatchingBands != null) {
      builder.field("min_matching_bands", minMatchingBands);
    }
    if (minHash != null) {
      minHash.toXContent(builder);
    }
    if (confirm != null) {
      confirm.toXContent(builder);
    }
  }

  /** Reads what {@link #writeTo} of the query of that name wrote. */
  static NeighbourOptions read(String name, StreamInput in) throws IOException {
    boolean ofSets = name.equals(MINHASH);
    return new NeighbourOptions(
        name,
        new NearOptions(in),
        NearSource.read(in),
        ofSets ? DistanceScore.SIMILARITY : in.readEnum(DistanceScore.class),
        ofSets ? in.readOptionalVInt() : null,
        ofSets ? null : in.readOptionalWriteable(MinHashClause::new),
        in.readOptionalWriteable(ConfirmOptions::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    options.writeTo(out);
    source.writeTo(out);
    if (isMinHash()) {
      out.writeOptionalVInt(minMatchingBands);
    } else {
      out.writeEnum(score);
      out.writeOptionalWriteable(minHash);
    }
    out.writeOptionalWriteable(confirm);
  }

  @Override
  public NeighbourOptions with(NearSource other, ConfirmOptions otherConfirm) {
    return new NeighbourOptions(
        name, options, other, score, minMatchingBands, minHash, otherConfirm);
  }

  /** The same query with another {@code minhash}. */
  NeighbourOptions with(MinHashClause other) {
    return new NeighbourOptions(name, options, source, score, minMatchingBands, other, confirm);
  }
}
