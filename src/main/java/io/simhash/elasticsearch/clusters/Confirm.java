package io.simhash.elasticsearch.clusters;

import io.simhash.core.base.OptionMap;
import io.simhash.core.cluster.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The exact check of two neighbours by their texts, as the option {@code confirm} of a near query.
 *
 * @param field the field whose texts are read from {@code _source}
 * @param rule the smallest similarity and containment
 * @param shingling how texts are cut into shingles
 */
record Confirm(String field, ConfirmRule rule, Shingling shingling) implements Writeable {

  private static final double DEFAULT_MIN_SIMILARITY = 0.5;

  static Confirm from(OptionMap options) {
    String field = ClusterOptions.requireNotBlank("confirm.field", options.needed("field"));
    double defaultMin = options.has("min_containment") ? 0 : DEFAULT_MIN_SIMILARITY;
    Confirm confirm =
        new Confirm(
            field,
            new ConfirmRule(
                options.number("min_similarity", defaultMin), options.number("min_containment", 0)),
            options.has("shingle")
                ? Shingling.readWithDefault(options.object("shingle"), Shingling.AUTO_CHARACTERS)
                : Shingling.AUTO_CHARACTERS);
    options.requireEmpty();
    return confirm;
  }

  Confirm(StreamInput in) throws IOException {
    this(
        in.readString(),
        new ConfirmRule(in.readDouble(), in.readDouble()),
        new Shingling(in.readEnum(Shingling.Unit.class), in.readVInt()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(rule.minSimilarity());
    out.writeDouble(rule.minContainment());
    out.writeEnum(shingling.unit());
    out.writeVInt(shingling.size());
  }
}
