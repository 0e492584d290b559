/**
 * The highlighter {@code shared_passages}: marks the passages that a hit shares with the text of
 * the query, or the words in none of them. It reads a {@code min_length} of its own. The queries
 * give it their texts by {@code io.simhash.lucene.search.QueryWithTexts}; {@code
 * io.simhash.core.passage} decides which letters are marked.
 */
package io.simhash.elasticsearch.highlight;
