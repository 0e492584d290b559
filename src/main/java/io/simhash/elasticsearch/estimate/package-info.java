/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents are
 * near-duplicates.
 */
package io.simhash.elasticsearch.estimate;
