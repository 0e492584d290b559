/**
 * The highlighter {@code shared_passages}: marks what a hit shares with the text of the query, or
 * what it does not share. The queries tell it their texts by {@code
 * io.simhash.lucene.search.QueryWithTexts}; what is marked is decided in {@code
 * io.simhash.core.passage}.
 */
package io.simhash.elasticsearch.highlight;
