package io.simhash.elasticsearch.clusters;

/** Takes the clusters of a run one by one. */
interface ClusterSink {

  /** Takes a cluster of at least two documents. */
  void accept(FoundCluster cluster);

  /** Called after the last cluster. */
  default void end() {}
}
