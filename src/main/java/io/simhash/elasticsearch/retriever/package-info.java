/**
 * The retriever {@code near_duplicate_collapse}: search results without near-duplicates.
 *
 * <p>{@link io.simhash.elasticsearch.retriever.NearDuplicateCollapse} compares the best hits of
 * another retriever on the node that received the search, and keeps the best of each group. The
 * other hits of a group are <em>folded</em>: listed under the one that is kept. {@link
 * io.simhash.elasticsearch.retriever.WindowPhase} reads texts, and the values of {@code same}, on
 * the shards. A {@link io.simhash.elasticsearch.retriever.KeptHit} carries the folded hits of its
 * group to the shard that fetches it, where they are added to its {@code fields}.
 *
 * <p><b>Which hits are folded?</b> {@code CollapseOptions} reads two rules. With {@code field}, the
 * near-duplicates of a better hit. With {@code min_new}, those whose text is mostly in better hits:
 * {@code CollapseOptions} says which shingles a text is cut into, of characters or of tokens,
 * {@code WindowPhase} makes them on the shards, and {@link io.simhash.core.near.NewTexts} computes
 * the share that is new. {@link io.simhash.core.near.NearGroups} applies both rules.
 */
package io.simhash.elasticsearch.retriever;
