/**
 * The aggregation {@code near_duplicates}: groups of near-duplicates among the hits of a search.
 *
 * <p>{@code GroupOptions} are its options. Each shard reads the values of its matches and sends
 * them, or a sample of {@code max_documents} of them ({@code NearDuplicatesAggregator}). Where the
 * answers of all shards meet, they are compared and become groups, of which {@code size} with at
 * least {@code min_doc_count} documents are shown ({@code InternalNearDuplicates}, {@code Group}).
 *
 * <p>Useful for: the matches of one search, up to 15,000 documents. Not useful for: a whole index,
 * see {@code io.simhash.elasticsearch.clusters}; result pages, see {@code
 * io.simhash.elasticsearch.retriever}.
 */
package io.simhash.elasticsearch.aggregation;
