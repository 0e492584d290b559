package io.simhash.elasticsearch.clusters;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SetOverlap;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The exact check of two neighbours by their texts, as the option {@code confirm} of a near query.
 *
 * @param field the field whose texts are read from {@code _source}
 * @param minSimilarity the smallest exact Jaccard similarity of the shingles, in [0, 1]
 * @param minContainment the smallest exact containment, in [0, 1]
 * @param shingling how texts are cut into shingles
 */
record Confirm(String field, double minSimilarity, double minContainment, Shingling shingling)
    implements Writeable {

  private static final double DEFAULT_MIN_SIMILARITY = 0.5;

  Confirm {
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
  }

  static Confirm from(OptionMap options) {
    String field = ClusterOptions.requireNotBlank("confirm.field", options.needed("field"));
    double defaultMin = options.has("min_containment") ? 0 : DEFAULT_MIN_SIMILARITY;
    Confirm confirm =
        new Confirm(
            field,
            options.number("min_similarity", defaultMin),
            options.number("min_containment", 0),
            options.has("shingle")
                ? Shingling.readWithDefault(options.object("shingle"), Shingling.AUTO_CHARACTERS)
                : Shingling.AUTO_CHARACTERS);
    options.requireEmpty();
    return confirm;
  }

  Confirm(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readDouble(),
        in.readDouble(),
        new Shingling(in.readEnum(Shingling.Unit.class), in.readVInt()));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    out.writeDouble(minSimilarity);
    out.writeDouble(minContainment);
    out.writeEnum(shingling.unit());
    out.writeVInt(shingling.size());
  }

  /** Whether two texts reach both minima; a text without shingles never does. */
  boolean holds(HashedSet a, HashedSet b) {
    if (a.isEmpty() || b.isEmpty()) {
      return false;
    }
    SetOverlap overlap = a.overlap(b);
    return overlap.jaccard() >= minSimilarity && overlap.containment() >= minContainment;
  }
}
