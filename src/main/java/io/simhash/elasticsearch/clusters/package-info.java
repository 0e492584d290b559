/**
 * {@code POST {index}/_simhash/clusters}: all near-duplicates of an index, as clusters; {@code GET
 * {index}/_simhash/estimate}: from a random sample, how many documents are near-duplicates.
 */
package io.simhash.elasticsearch.clusters;
