/**
 * {@code POST {index}/_simhash/clusters}: the near-duplicates of an index as clusters, and the id
 * of its cluster in every document. What is a cluster is decided in {@link
 * io.simhash.core.cluster}; this package reads documents from shards and writes ids into them.
 *
 * <p>{@link io.simhash.elasticsearch.clusters.ClustersAction} takes a {@link
 * io.simhash.elasticsearch.clusters.ClustersRequest} with its {@link
 * io.simhash.elasticsearch.clusters.ClusterOptions}. {@code ClusterRun} is one run:
 *
 * <ol>
 *   <li>It counts the documents and reserves the heap ({@link
 *       io.simhash.elasticsearch.clusters.ClusterCost}), so that a run that is too large is refused
 *       before it reads. Heap that only the values decide is added where it is used, to the {@link
 *       io.simhash.elasticsearch.run.Reservation}: for the values of {@code same}, for the join (by
 *       {@code ElementReader.reserve}) and for the clusters that are listed or written.
 *   <li>It reads the fingerprints, and the hashes of the signatures, of all documents into {@code
 *       NumberedDocuments}.
 *   <li>{@code ClusterElements}, the equal documents, are joined; it reads bands, heads, signatures
 *       and texts of elements when the join asks for them.
 *   <li>{@code ClusterWriter} lists the {@code LargestClusters} for the response, and writes ids,
 *       and the similarity to the canonical document, by an {@code UpdateSink}. {@code ClusterTask}
 *       shows how far the run is.
 * </ol>
 *
 * <p><b>Questions to shards.</b> Whatever is read is asked for by a {@code ShardQuestion}: one part
 * of some documents, or of all that match. It is sent as an aggregation that users cannot send
 * ({@link io.simhash.elasticsearch.clusters.DocumentsAggregation}), in an ordinary search in the
 * run's point in time. So privileges, document- and field-level security, the circuit breakers and
 * cancellation are those of searches, and no transport action of our own is needed. On each shard a
 * {@code DocumentsAggregator} writes the answer, and {@code ShardAnswers} brings it back. A
 * document is named by its shard and its number in the shard's reader, which a point in time keeps.
 *
 * <p>Not for groups among the hits of one search: those are the aggregation {@code
 * near_duplicates}.
 */
package io.simhash.elasticsearch.clusters;
