/**
 * {@code GET {index}/_simhash/stats}: how the fingerprints of an index are distributed; without an
 * index, what the nodes have done.
 *
 * <p>{@link io.simhash.elasticsearch.stats.RestStatsAction} answers both forms. {@code FieldCounts}
 * counts one field by aggregations. The counts of the nodes come from {@link
 * io.simhash.elasticsearch.near_duplicate.TransportNodeStatsAction}.
 */
package io.simhash.elasticsearch.stats;
