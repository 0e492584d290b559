/** {@code GET {index}/_simhash/stats}: how the fingerprints of an index are distributed. */
package io.simhash.elasticsearch.stats;
