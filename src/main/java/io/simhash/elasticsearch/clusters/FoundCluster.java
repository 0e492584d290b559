package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A cluster.
 *
 * @param id the {@code _id} of the canonical member; unless the request names one index itself, the
 *     member's index, a slash and its {@code _id}
 * @param size the number of documents
 * @param diameter the largest Hamming distance of two members with a fingerprint, see {@link
 *     io.simhash.core.cluster.Diameter}
 * @param canonical the member that the cluster is named after
 * @param members by index and id; in a response the first ones
 */
record FoundCluster(String id, int size, int diameter, Member canonical, List<Member> members)
    implements ToXContentObject {

  /** The number of members that a response lists; a destination index gets all. */
  static final int MEMBERS_LISTED = 10;

  /** The heap of a cluster in a response without its members and its id. */
  private static final long BYTES = 300;

  /** The same with the members that a response lists. */
  FoundCluster shortened() {
    int listed = Math.min(MEMBERS_LISTED, members.size());
    return new FoundCluster(id, size, diameter, canonical, List.copyOf(members.subList(0, listed)));
  }

  /** The heap of the cluster in a response, kept and printed. */
  long listedBytes() {
    long bytes = BYTES + 2 * RamUsageEstimator.sizeOf(id) + canonical.listedBytes();
    for (Member member : members) {
      bytes += member.listedBytes();
    }
    return bytes;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return fields(builder.startObject()).endObject();
  }

  /** Writes the fields of the cluster into an object. */
  XContentBuilder fields(XContentBuilder builder) throws IOException {
    builder
        .field("id", id)
        .field("size", size)
        .field("diameter", diameter)
        .field("canonical", canonical)
        .startArray("members");
    for (Member member : members) {
      member.toXContent(builder, EMPTY_PARAMS);
    }
    return builder.endArray();
  }
}
