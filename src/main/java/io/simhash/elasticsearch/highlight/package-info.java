/**
 * The highlighter {@code shared_passages}. The queries give it their texts by {@code
 * io.simhash.lucene.search.QueryWithTexts}; {@code io.simhash.core.passage} decides which letters
 * are marked.
 */
package io.simhash.elasticsearch.highlight;
