package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The option {@code minhash} of {@code simhash_near}, together with {@code mu}: {@code "minhash":
 * {"field", "values" | "like" | "text", "min_similarity"}, "mu": 0.85}.
 *
 * @param minSimilarity the smallest estimated Jaccard similarity J; 0 keeps all documents
 * @param mu the weight of the distance in the score: {@code mu · s(H) + (1 - mu) · J}
 */
record MinHashClause(String field, NearSource source, double minSimilarity, double mu)
    implements Writeable {

  /** The middle of the usual range, .8 to .9. */
  private static final double DEFAULT_MU = 0.85;

  public MinHashClause {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[minhash.field] must not be empty");
    }
    Ranges.requireFraction("minhash.min_similarity", minSimilarity);
    Ranges.requireFraction("mu", mu);
  }

  /** Takes {@code minhash} and {@code mu}; {@code null} where there is no {@code minhash}. */
  static MinHashClause from(OptionMap options) {
    options.requireWith("mu", "minhash");
    if (options.has("minhash") == false) {
      return null;
    }
    OptionMap minHash = options.object("minhash");
    String field = minHash.needed("field");
    NearSource source = NearSource.ofSet(minHash, NearSource::likeOne);
    double minSimilarity = minHash.number("min_similarity", 0);
    minHash.requireEmpty();
    return new MinHashClause(field, source, minSimilarity, options.number("mu", DEFAULT_MU));
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("minhash").field("field", field);
    source.toXContent(builder);
    builder.field("min_similarity", minSimilarity).endObject();
    builder.field("mu", mu);
  }

  MinHashClause(StreamInput in) throws IOException {
    this(in.readString(), NearSource.read(in), in.readDouble(), in.readDouble());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    source.writeTo(out);
    out.writeDouble(minSimilarity);
    out.writeDouble(mu);
  }

  MinHashClause with(NearSource other) {
    return new MinHashClause(field, other, minSimilarity, mu);
  }
}
