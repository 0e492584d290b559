/**
 * The retriever {@code near_duplicate_collapse}: search results without near-duplicates.
 *
 * <p>{@link io.simhash.elasticsearch.retriever.NearDuplicateCollapse} compares the best hits of
 * another retriever on the node that received the search, and keeps the best of each group. {@link
 * io.simhash.elasticsearch.retriever.WindowPhase} reads texts, and the values of {@code same}, on
 * the shards. A {@link io.simhash.elasticsearch.retriever.KeptHit} carries the folded hits of its
 * group to the shard that fetches it, where they are added to its {@code fields}.
 */
package io.simhash.elasticsearch.retriever;
