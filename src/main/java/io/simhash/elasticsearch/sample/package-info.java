/** Requests of {@code {index}/_simhash} that read a random sample of the documents. */
package io.simhash.elasticsearch.sample;
