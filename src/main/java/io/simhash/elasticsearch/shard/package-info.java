/** Shared by actions that count whole shards: their threads, their searchers, their indices. */
package io.simhash.elasticsearch.shard;
