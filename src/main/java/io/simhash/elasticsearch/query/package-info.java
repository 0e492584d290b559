/** The queries as users type them, resolved on the way to a shard and translated for Lucene. */
package io.simhash.elasticsearch.query;
