/**
 * The ingest processor {@code simhash}, which fingerprints documents on their way into an index.
 *
 * <p>{@code SimHashProcessorFactory} reads the options when a pipeline is put, and makes a {@code
 * SimHashProcessor}. For each document the processor reads the texts, makes a fingerprint and a
 * signature of them, and writes both into {@code target_field}, where a {@code simhash} field
 * indexes them. {@code DocumentPipeline} runs the processor of a named pipeline on a document that
 * is not indexed, for the queries and {@code _simhash/fingerprint}: so the same text has the same
 * value everywhere. {@code ProcessorOptions} has what the options of all processors of the plugin
 * share.
 *
 * <p>Useful where the value should be in {@code _source}: for a processor {@code near_duplicate}
 * after it, and for programs that read it. Not needed for a text that is only searched: a
 * multi-field with an {@code analyzer} has the same value without a pipeline.
 *
 * <p>A text that cannot be fingerprinted fails its own document only. A document without a value
 * keeps none of an earlier text.
 */
package io.simhash.elasticsearch.ingest;
