package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Comparator;
import org.apache.lucene.util.RamUsageEstimator;
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

  /** The heap of a member, of its places in lists and maps, and of its order; no strings. */
  static final long BYTES = 200;

  /** The heap of the punctuation and the names of a member in a response. */
  private static final long PRINTED_BYTES = 40;

  /**
   * @param index the index of all members of an answer, which they share
   */
  Member(StreamInput in, String index) throws IOException {
    this(
        index,
        in.readString(),
        in.readOptionalString(),
        in.readZLong(),
        in.readVLong(),
        in.readOptionalLong());
  }

  /** The heap of the strings that are this member's own: not the index, which others share. */
  long stringBytes() {
    return RamUsageEstimator.sizeOf(id) + (routing == null ? 0 : RamUsageEstimator.sizeOf(routing));
  }

  /** The heap of this member in a response, kept and printed. */
  long listedBytes() {
    long printed = PRINTED_BYTES + RamUsageEstimator.sizeOf(index) + RamUsageEstimator.sizeOf(id);
    return BYTES + stringBytes() + printed;
  }

  /** Without the index, which the answer has once. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
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
