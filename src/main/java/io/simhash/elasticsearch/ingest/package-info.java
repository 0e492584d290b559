/** Fingerprints documents on their way into an index: the {@code simhash} ingest processor. */
package io.simhash.elasticsearch.ingest;
