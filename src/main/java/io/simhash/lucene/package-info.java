/**
 * Near-duplicate search on Lucene alone: analysis, fields and queries; nothing here knows
 * Elasticsearch.
 */
package io.simhash.lucene;
