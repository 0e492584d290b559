package io.simhash.elasticsearch.option;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextLimit;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The option {@code confirm} of both near queries and of clusters: {@code "confirm": {"field",
 * "min_similarity", "min_containment", "shingle", "fold", "text"}}.
 *
 * @param field the field whose texts are read from {@code _source}
 * @param rule the smallest exact Jaccard similarity of the shingles, and the smallest exact
 *     containment: common shingles divided by the shingles of the smaller set
 * @param shingling the shingles to compare; {@code null} for the shingles of the signature
 * @param folding how the texts are folded; {@code null} for the folding of the searched field or,
 *     if it has none, of the signature
 * @param texts the query's own texts; {@code null} where {@code text}, {@code document} or {@code
 *     like} of the query has them, and in clusters
 */
public record ConfirmOptions(
    String field, ConfirmRule rule, Shingling shingling, Folding folding, List<String> texts)
    implements Writeable {

  /** The default of {@code min_similarity}, where {@code min_containment} is not set either. */
  private static final double DEFAULT_MIN_SIMILARITY = 0.5;

  public ConfirmOptions {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[confirm.field] must not be empty");
    }
    if (texts != null) {
      texts = List.copyOf(texts);
      if (texts.isEmpty()) {
        throw new IllegalArgumentException("[confirm.text] must hold at least one text");
      }
      TextLimit.requireQuery("confirm.text", texts);
    }
  }

  /**
   * Takes {@code confirm}; {@code null} where it is absent.
   *
   * @param searched the field that is searched: a sub-field of the default of {@code field}
   */
  public static ConfirmOptions from(OptionMap options, String searched) {
    if (options.has("confirm") == false) {
      return null;
    }
    OptionMap confirm = options.object("confirm");
    int parent = searched.lastIndexOf('.');
    String field =
        confirm.has("field") || parent <= 0
            ? confirm.needed("field")
            : searched.substring(0, parent);
    double defaultMin = confirm.has("min_containment") ? 0 : DEFAULT_MIN_SIMILARITY;
    ConfirmRule rule =
        new ConfirmRule(
            confirm.number("min_similarity", defaultMin), confirm.number("min_containment", 0));
    Shingling shingling =
        confirm.has(Shingling.NAME)
            ? Shingling.readWithDefault(confirm, Shingling.AUTO_CHARACTERS)
            : null;
    Folding folding = confirm.has(Folding.NAME) ? Folding.read(confirm) : null;
    Boilerplate.refuse(confirm);
    List<String> texts = confirm.has("text") ? confirm.stringOrStrings("text") : null;
    confirm.requireEmpty();
    return new ConfirmOptions(field, rule, shingling, folding, texts);
  }

  /** Writes the option into an object that is open. */
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("confirm").field("field", field);
    builder.field("min_similarity", rule.minSimilarity());
    builder.field("min_containment", rule.minContainment());
    if (shingling != null) {
      builder.field(Shingling.NAME, shingling.json());
    }
    if (folding != null) {
      builder.field(Folding.NAME, folding.json());
    }
    if (texts != null) {
      builder.field("text", texts);
    }
    builder.endObject();
  }

  public ConfirmOptions(StreamInput in) throws IOException {
    this(
        in.readString(),
        new ConfirmRule(in.readDouble(), in.readDouble()),
        in.readBoolean() ? new Shingling(in.readEnum(Shingling.Unit.class), in.readVInt()) : null,
        in.readBoolean() ? Folding.ofBits(in.readByte()) : null,
        in.readOptionalStringCollectionAsList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(rule.minSimilarity());
    out.writeDouble(rule.minContainment());
    out.writeBoolean(shingling != null);
    if (shingling != null) {
      out.writeEnum(shingling.unit());
      out.writeVInt(shingling.size());
    }
    out.writeBoolean(folding != null);
    if (folding != null) {
      out.writeByte((byte) folding.bits());
    }
    out.writeOptionalStringCollection(texts);
  }

  /** The same options with the query's own texts. */
  public ConfirmOptions withTexts(List<String> found) {
    return new ConfirmOptions(field, rule, shingling, folding, found);
  }
}
