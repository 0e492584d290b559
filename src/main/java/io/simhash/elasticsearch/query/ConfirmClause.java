package io.simhash.elasticsearch.query;

import io.simhash.core.base.Ranges;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The last word as users type it: {@code "confirm": {"field", "min_similarity", "min_containment",
 * "shingle", "text"}}.
 *
 * @param field the field whose texts are read from {@code _source}
 * @param minSimilarity the least exact Jaccard similarity of the shingles, in [0, 1]
 * @param minContainment the least exact containment, common shingles by those of the smaller set
 * @param shingling what the shingles are
 * @param texts the query's own texts; {@code null} where they are those of the query's {@code
 *     text}, {@code document} or {@code like}
 */
public record ConfirmClause(
    String field,
    double minSimilarity,
    double minContainment,
    Shingling shingling,
    List<String> texts)
    implements Writeable {

  /** What is cut where {@code shingle} is not given: the usual unit of truth tables. */
  public static final Shingling DEFAULT_SHINGLING = new Shingling(Shingling.Unit.CHARACTER, 5);

  public ConfirmClause {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[confirm.field] must not be empty");
    }
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
    if (texts != null) {
      TextLimit.require("confirm.text", texts.stream().mapToLong(String::length).sum());
    }
  }

  /** Reads what {@link #writeTo} wrote. */
  public ConfirmClause(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readDouble(),
        in.readDouble(),
        new Shingling(in.readEnum(Shingling.Unit.class), in.readVInt()),
        in.readOptionalStringCollectionAsList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(minSimilarity);
    out.writeDouble(minContainment);
    out.writeEnum(shingling.unit());
    out.writeVInt(shingling.size());
    out.writeOptionalStringCollection(texts);
  }

  ConfirmClause with(List<String> found) {
    return new ConfirmClause(field, minSimilarity, minContainment, shingling, found);
  }

  /** Refuses a query that says nowhere which text it stands for. */
  void requireTexts(String given) {
    if (texts == null) {
      throw new IllegalArgumentException("[confirm.text] is needed with [" + given + "]");
    }
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("confirm").field("field", field);
    builder.field("min_similarity", minSimilarity).field("min_containment", minContainment);
    builder.startObject("shingle").field("unit", shingling.unit().toString());
    builder.field("size", shingling.size()).endObject();
    if (texts != null) {
      builder.field("text", texts);
    }
    builder.endObject();
  }
}
