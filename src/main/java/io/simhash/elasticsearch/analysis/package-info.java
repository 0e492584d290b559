/**
 * The analyzers {@code ansj…} as Elasticsearch registers them, and what is made from the options of
 * users and the analyzers and files of a node.
 *
 * <p>{@link io.simhash.elasticsearch.analysis.FingerprinterFactory} makes a fingerprinter from
 * profile options, wherever they are set: in a mapping, a processor or a request. {@link
 * io.simhash.elasticsearch.analysis.SignatureOption} reads the option {@code signature} for all of
 * them.
 *
 * <p><b>Where does a file come from, and what if it is missing?</b> {@link
 * io.simhash.elasticsearch.analysis.ConfigFiles} reads dictionaries, stop words and IDF models,
 * also gzipped ones, from the config folder when the node starts. A file that cannot be used is an
 * error where a user names it. Where a mapping, an index or a pipeline exists already, the node
 * must start and the index must open: then {@link
 * io.simhash.elasticsearch.analysis.RefusingAnalyzer} takes the place of the analyzer, and each
 * text is an error that says why.
 */
package io.simhash.elasticsearch.analysis;
