package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A cluster of at least two documents.
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

  /** The number of members that a response lists. */
  static final int MEMBERS_LISTED = 10;

  /** The heap of a cluster in a response without its members and its id. */
  private static final long BYTES = 300;

  /** The same with the members that a response lists. */
  private FoundCluster shortened() {
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
    builder
        .startObject()
        .field("id", id)
        .field("size", size)
        .field("diameter", diameter)
        .field("canonical", canonical)
        .startArray("members");
    for (Member member : members) {
      member.toXContent(builder, EMPTY_PARAMS);
    }
    return builder.endArray().endObject();
  }

  /** Counts clusters, and keeps the largest ones for the response. */
  static final class Largest {

    /** The order in a response: by size, of equal ones by id. */
    private static final Comparator<FoundCluster> LARGEST_FIRST =
        Comparator.comparingInt(FoundCluster::size).reversed().thenComparing(FoundCluster::id);

    private final int size;
    private final Reservation memory;
    private final PriorityQueue<FoundCluster> largest =
        new PriorityQueue<>(LARGEST_FIRST.reversed());
    private long clusters;
    private long clustered;

    /**
     * @param memory takes the clusters that are kept
     */
    Largest(int size, Reservation memory) {
      this.size = size;
      this.memory = memory;
    }

    void accept(FoundCluster cluster) {
      clusters++;
      clustered += cluster.size();
      FoundCluster kept = cluster.shortened();
      memory.add(kept.listedBytes());
      largest.add(kept);
      if (largest.size() > size) {
        memory.remove(largest.poll().listedBytes());
      }
    }

    /** The number of clusters. */
    long clusters() {
      return clusters;
    }

    /** The number of documents in clusters. */
    long clustered() {
      return clustered;
    }

    /** The largest clusters, the largest first. */
    List<FoundCluster> list() {
      return largest.stream().sorted(LARGEST_FIRST).toList();
    }
  }
}
