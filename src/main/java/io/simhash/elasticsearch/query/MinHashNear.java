package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.lucene.search.MinHashNearQuery;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The query {@code minhash_near}: the documents whose set or text is similar to another by their
 * MinHash signatures: {@code {"minhash_near": {"field": "body.shingles", "text": "…",
 * "min_similarity": 0.5}}}. The score is the estimated Jaccard similarity.
 *
 * @param field a field of type {@code minhash}
 * @param set where the set to compare with comes from
 * @param include whether the documents of a {@code like} may themselves be hits
 * @param minSimilarity the smallest estimated Jaccard similarity, in [0, 1]
 * @param minMatchingBands how many bands a document shares at least, 0 to compare all documents;
 *     {@code null} for the default, see {@link MinHashNearQuery#defaultMinMatchingBands}
 * @param confirm the exact check by the text; {@code null} for none
 * @param ignoreUnmapped whether an index without the fields has no match instead of an error
 * @see MinHashNearQuery
 */
record MinHashNear(
    String field,
    SetSource set,
    boolean include,
    double minSimilarity,
    Integer minMatchingBands,
    ConfirmClause confirm,
    boolean ignoreUnmapped)
    implements NearQuery {

  static final String NAME = "minhash_near";

  MinHashNear {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    Objects.requireNonNull(set);
    Ranges.requireFraction("min_similarity", minSimilarity);
    if (minMatchingBands != null) {
      Ranges.require("min_matching_bands", minMatchingBands, 0, Bands.MAX_INDEXED);
    }
    if (confirm != null && set instanceof SetSource.Values) {
      confirm.requireTexts("values");
    }
  }

  /** Takes the query's options out of what users typed. */
  static MinHashNear from(OptionMap options) {
    options.requireWith("include", "like");
    return new MinHashNear(
        options.needed("field"),
        SetSource.from(options, DocumentReference::oneOrSeveral),
        options.bool("include", false),
        options.number("min_similarity", MinHashNearQuery.DEFAULT_MIN_SIMILARITY),
        options.has("min_matching_bands") ? options.integer("min_matching_bands") : null,
        ConfirmClause.from(options),
        options.bool("ignore_unmapped", false));
  }

  @Override
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.field("field", field);
    set.toXContent(builder);
    if (set instanceof SetSource.Like) {
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
  }

  static MinHashNear read(StreamInput in) throws IOException {
    return new MinHashNear(
        in.readString(),
        SetSource.read(in),
        in.readBoolean(),
        in.readDouble(),
        in.readOptionalVInt(),
        in.readOptionalWriteable(ConfirmClause::new),
        in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    set.writeTo(out);
    out.writeBoolean(include);
    out.writeDouble(minSimilarity);
    out.writeOptionalVInt(minMatchingBands);
    out.writeOptionalWriteable(confirm);
    out.writeBoolean(ignoreUnmapped);
  }

  /** The same query with another set and the texts to confirm with. */
  MinHashNear with(SetSource otherSet, ConfirmClause otherConfirm) {
    return new MinHashNear(
        field, otherSet, include, minSimilarity, minMatchingBands, otherConfirm, ignoreUnmapped);
  }

  @Override
  public long characters() {
    return set.characters() + (confirm == null ? 0 : confirm.characters());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> fields() {
    return confirm == null ? List.of(field) : List.of(field, confirm.field());
  }
}
