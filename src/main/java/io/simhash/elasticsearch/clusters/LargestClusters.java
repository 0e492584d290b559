package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.run.Reservation;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** Counts clusters, and keeps the largest ones for the response. */
final class LargestClusters {

  /** The order in a response: by size, of equal ones by id. */
  private static final Comparator<FoundCluster> LARGEST_FIRST =
      Comparator.comparingInt(FoundCluster::size).reversed().thenComparing(FoundCluster::id);

  private final int size;
  private final Reservation memory;
  private final PriorityQueue<FoundCluster> largest = new PriorityQueue<>(LARGEST_FIRST.reversed());

  /** The number of clusters. */
  long clusters;

  /** The number of documents in clusters. */
  long clustered;

  /**
   * @param size the number of clusters that are kept
   * @param memory takes them
   */
  LargestClusters(int size, Reservation memory) {
    this.size = size;
    this.memory = memory;
  }

  void accept(FoundCluster cluster) {
    clusters++;
    clustered += cluster.size();
    memory.add(cluster.bytes());
    largest.add(cluster);
    if (largest.size() > size) {
      memory.remove(largest.poll().bytes());
    }
  }

  /** The largest clusters, the largest first. */
  List<FoundCluster> list() {
    return largest.stream().sorted(LARGEST_FIRST).toList();
  }

  /**
   * A cluster of at least two documents.
   *
   * @param id the {@code _id} of the canonical member; unless the request names one index itself,
   *     the member's index, a slash and its {@code _id}
   * @param diameter the largest Hamming distance of two members with a fingerprint, see {@link
   *     io.simhash.core.cluster.ClusterMaker#diameter}
   * @param canonical the member that the cluster is named after
   * @param members the first {@value #MEMBERS_LISTED} by index and id
   */
  record FoundCluster(
      String id, int size, int diameter, ClusterDocument canonical, List<ClusterDocument> members)
      implements ToXContentObject {

    /** The number of members that a response lists. */
    static final int MEMBERS_LISTED = 10;

    /** The heap of a cluster without its members and its id. */
    private static final long BYTES = 300;

    /** The heap of the cluster, kept and printed. */
    long bytes() {
      return BYTES
          + 2 * RamUsageEstimator.sizeOf(id)
          + canonical.listedBytes()
          + members.stream().mapToLong(ClusterDocument::listedBytes).sum();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder
          .startObject()
          .field("id", id)
          .field("size", size)
          .field("diameter", diameter)
          .field("canonical", canonical)
          .field("members", members)
          .endObject();
    }
  }
}
