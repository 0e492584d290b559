/**
 * The ingest processor {@code simhash}, which fingerprints documents on their way into an index.
 *
 * <p>{@code SimHashProcessorFactory} reads the options when a pipeline is put. For each document
 * the {@code SimHashProcessor} writes the fingerprint and the signature of its texts into {@code
 * target_field}, where a {@code simhash} field indexes them. {@code DocumentPipeline} runs the
 * processor of a named pipeline on a document that is not indexed, for the queries and {@code
 * _simhash/fingerprint}.
 *
 * <p>Useful where the value should be in {@code _source}: for a processor {@code near_duplicate}
 * after it, and for programs that read it. Not needed for a text that is only searched: a
 * multi-field with an {@code analyzer} has the same value without a pipeline.
 */
package io.simhash.elasticsearch.ingest;
