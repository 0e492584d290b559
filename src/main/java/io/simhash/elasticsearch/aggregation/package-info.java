/** The aggregation {@code near_duplicates}: the groups of near-duplicates among the matches. */
package io.simhash.elasticsearch.aggregation;
