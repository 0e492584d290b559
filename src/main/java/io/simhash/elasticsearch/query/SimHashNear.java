package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The query {@code simhash_near}: the documents whose fingerprint is within {@code max_distance}
 * bits of another and whose signature is similar: {@code {"simhash_near": {"field": "simhash",
 * "like": {"_index": "news", "_id": "42"}}}}.
 *
 * @param field a field of type {@code simhash}
 * @param source where the fingerprint to search around comes from
 * @param maxDistance the largest Hamming distance in bits, 0 to 64; {@code null} where it was not
 *     typed, see {@link NearRule}
 * @param minSimilarity the smallest estimated Jaccard similarity of the texts by the signatures of
 *     {@code field}, in [0, 1]; {@code null} where it was not typed, see {@link NearRule}
 * @param score how a neighbour is scored
 * @param minHash a second field that is compared by MinHash; {@code null} for none
 * @param confirm the exact check by the text; {@code null} for none
 * @param ignoreUnmapped whether an index without the fields has no match instead of an error
 * @see SimHashNearQuery
 */
record SimHashNear(
    String field,
    FingerprintSource source,
    Integer maxDistance,
    Double minSimilarity,
    DistanceScore score,
    MinHashClause minHash,
    ConfirmClause confirm,
    boolean ignoreUnmapped)
    implements NearQuery {

  static final String NAME = "simhash_near";

  SimHashNear {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    if (maxDistance != null) {
      Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    }
    if (minSimilarity != null) {
      Ranges.requireFraction("min_similarity", minSimilarity);
    }
    Objects.requireNonNull(source);
    Objects.requireNonNull(score);
    if (confirm != null && source instanceof FingerprintSource.Value) {
      confirm.requireTexts("fingerprint");
    }
  }

  /** Takes the query's options out of a request. */
  static SimHashNear from(OptionMap options) {
    String field = options.needed("field");
    FingerprintSource source = FingerprintSource.from(options);
    MinHashClause minHash = MinHashClause.from(options);
    return new SimHashNear(
        field,
        source,
        options.has("max_distance") ? options.integer("max_distance") : null,
        options.has("min_similarity") ? options.number("min_similarity") : null,
        options.constant(
            "score", minHash == null ? DistanceScore.SIMILARITY : DistanceScore.RECIPROCAL),
        minHash,
        ConfirmClause.from(options),
        options.bool("ignore_unmapped", false));
  }

  /** The rule that the options say. */
  NearRule rule() {
    return confirm == null
        ? NearRule.of(maxDistance, minSimilarity)
        : NearRule.toConfirm(maxDistance, minSimilarity, confirm.minSimilarity());
  }

  @Override
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.field("field", field);
    source.toXContent(builder);
    if (maxDistance != null) {
      builder.field("max_distance", maxDistance);
    }
    if (minSimilarity != null) {
      builder.field("min_similarity", minSimilarity);
    }
    builder.field("score", score.toString());
    if (minHash != null) {
      minHash.toXContent(builder);
    }
    if (confirm != null) {
      confirm.toXContent(builder);
    }
    builder.field("ignore_unmapped", ignoreUnmapped);
  }

  static SimHashNear read(StreamInput in) throws IOException {
    return new SimHashNear(
        in.readString(),
        FingerprintSource.read(in),
        in.readOptionalVInt(),
        in.readOptionalDouble(),
        in.readEnum(DistanceScore.class),
        in.readOptionalWriteable(MinHashClause::new),
        in.readOptionalWriteable(ConfirmClause::new),
        in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    source.writeTo(out);
    out.writeOptionalVInt(maxDistance);
    out.writeOptionalDouble(minSimilarity);
    out.writeEnum(score);
    out.writeOptionalWriteable(minHash);
    out.writeOptionalWriteable(confirm);
    out.writeBoolean(ignoreUnmapped);
  }

  /** The same query with another fingerprint source and the texts to confirm with. */
  SimHashNear with(FingerprintSource otherSource, ConfirmClause otherConfirm) {
    return new SimHashNear(
        field,
        otherSource,
        maxDistance,
        minSimilarity,
        score,
        minHash,
        otherConfirm,
        ignoreUnmapped);
  }

  /** The same query with another {@code minhash}. */
  SimHashNear with(MinHashClause otherMinHash) {
    return new SimHashNear(
        field, source, maxDistance, minSimilarity, score, otherMinHash, confirm, ignoreUnmapped);
  }

  @Override
  public long characters() {
    return source.characters()
        + (minHash == null ? 0 : minHash.set().characters())
        + (confirm == null ? 0 : confirm.characters());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> fields() {
    List<String> fields = new ArrayList<>(List.of(field));
    if (minHash != null) {
      fields.add(minHash.field());
    }
    if (confirm != null) {
      fields.add(confirm.field());
    }
    return fields;
  }
}
