package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A document of a run, with its state in the point in time; {@code null} for a value that it does
 * not have.
 *
 * @param shard its shard, also of a data stream, where it is a shard of a backing index
 * @param order the exact value of the field that decides which member is canonical, of a date its
 *     milliseconds: indices may map the field to different types
 * @param cluster the only value of the field that takes the id of its cluster
 * @param original the only value of the field that tells whether it is the canonical one
 * @param tag what {@code _source} has in the field that takes the canonical one
 */
record ClusterDocument(
    ShardId shard,
    String id,
    String routing,
    long seqNo,
    long primaryTerm,
    BigDecimal order,
    String cluster,
    Boolean original,
    Object tag)
    implements Writeable, ToXContentObject {

  /** By index, then by id. */
  static final Comparator<ClusterDocument> BY_ID =
      Comparator.comparing(ClusterDocument::index).thenComparing(ClusterDocument::id);

  /** The heap of a document, of its places in lists and maps, and of its order; no strings. */
  private static final long BYTES = 228;

  /** The heap of the punctuation and the names of a document in a response. */
  private static final long PRINTED_BYTES = 40;

  ClusterDocument(ShardId shard, StreamInput in) throws IOException {
    this(
        shard,
        in.readString(),
        in.readOptionalString(),
        in.readZLong(),
        in.readVLong(),
        in.readOptional(number -> new BigDecimal(number.readString())),
        in.readOptionalString(),
        in.readOptionalBoolean(),
        in.readGenericValue());
  }

  /** Without the shard, which an answer has once. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeZLong(seqNo);
    out.writeVLong(primaryTerm);
    out.writeOptional((to, number) -> to.writeString(number.toString()), order);
    out.writeOptionalString(cluster);
    out.writeOptionalBoolean(original);
    out.writeGenericValue(tag);
  }

  String index() {
    return shard.getIndexName();
  }

  /** The heap of this document, but not of its index, which others share. */
  long bytes() {
    long values =
        Stream.of(id, routing, cluster, tag).mapToLong(RamUsageEstimator::sizeOfObject).sum();
    return BYTES + (order == null ? 0 : order.precision()) + values;
  }

  /** The heap of this document in a response, kept and printed. */
  long listedBytes() {
    long printed = PRINTED_BYTES + RamUsageEstimator.sizeOf(index()) + RamUsageEstimator.sizeOf(id);
    return bytes() + printed;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.startObject().field("_index", index()).field("_id", id).endObject();
  }
}
