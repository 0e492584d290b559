/** Compares documents with stored ones as they arrive: the {@code near_duplicate} processor. */
package io.simhash.elasticsearch.ingest.duplicate;
