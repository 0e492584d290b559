/** The retriever {@code near_duplicate_collapse}: search results without near-duplicates. */
package io.simhash.elasticsearch.retriever;
