package io.simhash.elasticsearch.query;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The second opinion as users type it: {@code "minhash": {"field", "values" | "like" | "text",
 * "min_similarity"}} and beside it {@code "mu"}.
 *
 * @param field a field of type {@code minhash}
 * @param members the set that J, the estimated Jaccard similarity, is taken with
 * @param minSimilarity the least J of a document that is kept, in [0, 1]; 0 keeps all
 * @param mu the weight of the distance against J in the score, in [0, 1]
 */
public record MinHashClause(String field, MemberSet members, double minSimilarity, double mu)
    implements Writeable {

  /** The default weight of the distance. */
  public static final double DEFAULT_MU = DistanceScore.DEFAULT_MU;

  public MinHashClause {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[minhash.field] must not be empty");
    }
    Ranges.requireFraction("minhash.min_similarity", minSimilarity);
    Ranges.requireFraction("mu", mu);
  }

  /** Reads what {@link #writeTo} wrote. */
  public MinHashClause(StreamInput in) throws IOException {
    this(in.readString(), MemberSet.read(in), in.readDouble(), in.readDouble());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    members.writeTo(out);
    out.writeDouble(minSimilarity);
    out.writeDouble(mu);
  }

  MinHashClause with(MemberSet other) {
    return new MinHashClause(field, other, minSimilarity, mu);
  }

  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("minhash").field("field", field);
    members.toXContent(builder);
    builder.field("min_similarity", minSimilarity).endObject();
    builder.field("mu", mu);
  }
}
