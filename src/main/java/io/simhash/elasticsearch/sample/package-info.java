/**
 * {@code GET {index}/_simhash/estimate} and {@code GET {index}/_simhash/common_passages}, which
 * read a random sample of the documents.
 */
package io.simhash.elasticsearch.sample;
