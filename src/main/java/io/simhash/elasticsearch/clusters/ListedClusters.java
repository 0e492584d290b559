package io.simhash.elasticsearch.clusters;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Counts clusters, shows progress, and keeps the largest ones for the response. */
final class ListedClusters implements ClusterSink {

  /** The order in a response: by size, of equal ones by id. */
  private static final Comparator<FoundCluster> LARGEST_FIRST =
      Comparator.comparingInt(FoundCluster::size).reversed().thenComparing(FoundCluster::id);

  private final ClusterTask task;
  private final int size;
  private final Reservation memory;
  private final PriorityQueue<FoundCluster> largest = new PriorityQueue<>(LARGEST_FIRST.reversed());
  private long clusters;
  private long clustered;

  /**
   * @param memory takes the clusters that are kept
   */
  ListedClusters(ClusterTask task, int size, Reservation memory) {
    this.task = task;
    this.size = size;
    this.memory = memory;
  }

  @Override
  public void accept(FoundCluster cluster) {
    clusters++;
    clustered += cluster.size();
    task.report(task.getStatus().writing(clusters, clustered));
    FoundCluster kept = cluster.shortened();
    memory.add(kept.listedBytes());
    largest.add(kept);
    if (largest.size() > size) {
      memory.remove(largest.poll().listedBytes());
    }
  }

  long clusters() {
    return clusters;
  }

  long clustered() {
    return clustered;
  }

  List<FoundCluster> largest() {
    return largest.stream().sorted(LARGEST_FIRST).toList();
  }
}
