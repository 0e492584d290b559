/**
 * {@code GET {index}/_simhash/stats}: how the fingerprints of an index are distributed; without an
 * index, what the nodes have done.
 */
package io.simhash.elasticsearch.stats;
