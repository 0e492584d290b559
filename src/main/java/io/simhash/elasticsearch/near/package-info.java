/** The decision which documents are near-duplicates, for features other than queries. */
package io.simhash.elasticsearch.near;
