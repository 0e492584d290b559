package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The option {@code confirm} of both near queries: {@code "confirm": {"field", "min_similarity",
 * "min_containment", "shingle", "text"}}.
 *
 * @param field the field whose texts are read from {@code _source}
 * @param minSimilarity the smallest exact Jaccard similarity of the shingles, in [0, 1]
 * @param minContainment the smallest exact containment, in [0, 1]: common shingles divided by those
 *     of the smaller set
 * @param shingling how texts are cut into shingles; {@code null} for the shingles of the signature
 * @param texts the query's own texts; {@code null} where they are those of the query's {@code
 *     text}, {@code document} or {@code like}
 */
record ConfirmClause(
    String field,
    double minSimilarity,
    double minContainment,
    Shingling shingling,
    List<String> texts)
    implements Writeable {

  /** The default of {@code min_similarity}, where {@code min_containment} is not typed either. */
  private static final double DEFAULT_MIN_SIMILARITY = 0.5;

  ConfirmClause {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[confirm.field] must not be empty");
    }
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
    if (texts != null) {
      TextLimit.require("confirm.text", texts.stream().mapToLong(String::length).sum());
    }
  }

  /** Takes {@code confirm}; {@code null} where it is absent. */
  static ConfirmClause from(OptionMap options) {
    if (options.has("confirm") == false) {
      return null;
    }
    OptionMap confirm = options.object("confirm");
    String field = confirm.needed("field");
    double defaultMin = confirm.has("min_containment") ? 0 : DEFAULT_MIN_SIMILARITY;
    double minSimilarity = confirm.number("min_similarity", defaultMin);
    double minContainment = confirm.number("min_containment", 0);
    Shingling shingling =
        confirm.has("shingle")
            ? Shingling.readWithDefault(confirm.object("shingle"), Shingling.AUTO_CHARACTERS)
            : null;
    List<String> texts = confirm.has("text") ? confirm.stringOrStrings("text") : null;
    confirm.requireEmpty();
    return new ConfirmClause(field, minSimilarity, minContainment, shingling, texts);
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("confirm").field("field", field);
    builder.field("min_similarity", minSimilarity).field("min_containment", minContainment);
    if (shingling != null) {
      builder.field("shingle", shingling.json());
    }
    if (texts != null) {
      builder.field("text", texts);
    }
    builder.endObject();
  }

  /** Reads what {@link #writeTo} wrote. */
  ConfirmClause(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readDouble(),
        in.readDouble(),
        in.readBoolean() ? new Shingling(in.readEnum(Shingling.Unit.class), in.readVInt()) : null,
        in.readOptionalStringCollectionAsList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(minSimilarity);
    out.writeDouble(minContainment);
    out.writeBoolean(shingling != null);
    if (shingling != null) {
      out.writeEnum(shingling.unit());
      out.writeVInt(shingling.size());
    }
    out.writeOptionalStringCollection(texts);
  }

  ConfirmClause withTexts(List<String> found) {
    return new ConfirmClause(field, minSimilarity, minContainment, shingling, found);
  }

  /** The number of characters of {@link #texts}. */
  long characters() {
    return texts == null ? 0 : texts.stream().mapToLong(String::length).sum();
  }

  /** Requires the text to confirm with, for a query whose option {@code given} brings none. */
  void requireTexts(String given) {
    if (texts == null) {
      throw invalid("[confirm.text] is needed with [%s]", given);
    }
  }
}
