/**
 * Clusters of near-duplicates: fingerprints and bands of signatures to pairs ({@link
 * io.simhash.core.cluster.NeighbourJoin}), pairs to sets ({@link io.simhash.core.base.UnionFind}),
 * sets to clusters ({@link io.simhash.core.cluster.ClusterMaker}).
 */
package io.simhash.core.cluster;
