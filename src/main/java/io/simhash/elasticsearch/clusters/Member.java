package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Comparator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A document of a cluster.
 *
 * @param index its index; of a data stream the backing index
 * @param id its {@code _id}
 * @param routing its routing; {@code null} for none
 * @param seqNo its sequence number in the point in time
 * @param primaryTerm its primary term in the point in time
 * @param order the value of the field that decides which member is canonical; {@code null} for none
 */
record Member(String index, String id, String routing, long seqNo, long primaryTerm, Long order)
    implements Writeable, ToXContentObject {

  /** By index, then by id. */
  static final Comparator<Member> BY_ID =
      Comparator.comparing(Member::index).thenComparing(Member::id);

  Member(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readString(),
        in.readOptionalString(),
        in.readZLong(),
        in.readVLong(),
        in.readOptionalLong());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeZLong(seqNo);
    out.writeVLong(primaryTerm);
    out.writeOptionalLong(order);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.startObject().field("_index", index).field("_id", id).endObject();
  }
}
