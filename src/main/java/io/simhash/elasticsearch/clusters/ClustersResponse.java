package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The result of a run. Never sent to another node. What is stored with a task has counts only: who
 * may read tasks need not be allowed to read documents.
 */
public final class ClustersResponse extends ActionResponse implements ToXContentObject {

  final long took;
  final long documents;
  final long incomparable;
  final long candidates;
  final long clusters;
  final long clustered;
  final long stories;
  final List<FoundCluster> largest;
  final Optional<UpdateSink> update;
  private final boolean countsOnly;

  /**
   * @param took milliseconds
   * @param documents those of the run
   * @param candidates the pairs that were compared by the rule
   * @param found the clusters
   * @param update what was written; empty if nothing was to be
   * @param countsOnly whether no document is named
   */
  ClustersResponse(
      long took,
      RunValues documents,
      long candidates,
      ClustersResponse.Largest found,
      Optional<UpdateSink> update,
      boolean countsOnly) {
    this.took = took;
    this.documents = documents.counted();
    this.incomparable = documents.incomparable();
    this.candidates = candidates;
    this.clusters = found.clusters();
    this.clustered = found.clustered();
    this.stories = documents.matched() - clustered + clusters;
    this.largest = found.list();
    this.update = update;
    this.countsOnly = countsOnly;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("took", took)
        .field("documents", documents)
        .field("incomparable_signatures", incomparable)
        .field("candidates", candidates)
        .field("clusters_found", clusters)
        .field("clustered_documents", clustered)
        .field("stories", stories);
    if (update.isPresent()) {
      update(builder, update.get());
    }
    if (countsOnly == false) {
      builder.startArray("clusters");
      for (FoundCluster cluster : largest) {
        cluster.toXContent(builder, params);
      }
      builder.endArray();
    }
    return builder.endObject();
  }

  private void update(XContentBuilder builder, UpdateSink written) throws IOException {
    builder
        .startObject("update")
        .field("updated", written.updated)
        .field("unchanged", written.unchanged)
        .field("conflicts", written.conflicts);
    if (countsOnly == false) {
      builder.startArray("conflicting_documents");
      for (UpdateSink.Conflict conflict : written.conflictsNamed) {
        builder
            .startObject()
            .field("_index", conflict.index())
            .field("_id", conflict.id())
            .endObject();
      }
      builder.endArray();
    }
    builder.endObject();
  }

  @Override
  public String toString() {
    return Strings.toString(this);
  }

  /**
   * A cluster of at least two documents.
   *
   * @param id the {@code _id} of the canonical member; unless the request names one index itself,
   *     the member's index, a slash and its {@code _id}
   * @param size the number of documents
   * @param diameter the largest Hamming distance of two members with a fingerprint, see {@link
   *     io.simhash.core.cluster.ClusterMaker#diameter}
   * @param canonical the member that the cluster is named after
   * @param members the first {@value #MEMBERS_LISTED} by index and id
   */
  record FoundCluster(
      String id, int size, int diameter, RunDocument canonical, List<RunDocument> members)
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
          + members.stream().mapToLong(RunDocument::listedBytes).sum();
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
      for (RunDocument member : members) {
        member.toXContent(builder, EMPTY_PARAMS);
      }
      return builder.endArray().endObject();
    }
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
      memory.add(cluster.bytes());
      largest.add(cluster);
      if (largest.size() > size) {
        memory.remove(largest.poll().bytes());
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
