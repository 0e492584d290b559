/** {@code POST {index}/_simhash/clusters}: all near-duplicates of an index, as clusters. */
package io.simhash.elasticsearch.clusters;
