/**
 * Near-duplicate search in an index of Lucene: analysis, index fields and queries. Nothing here
 * knows Elasticsearch.
 *
 * <h2>Where to begin</h2>
 *
 * <pre class="prettyprint">
 *   NearValue value = new NearValue(Signature.ofText(text).orElseThrow());
 *   SimHashFields.of("near", value).forEach(document::add);
 *
 *   TopDocs topDocs = searcher.search(new SimHashNearQuery("near", other), 10);
 * </pre>
 *
 * <p>{@code Example4SearchALuceneIndex} among the tests runs this with three texts. For
 * fingerprints of words, a {@code TextFingerprinter} needs a profile and an analyzer.
 *
 * <h2>Which package does what?</h2>
 *
 * <ul>
 *   <li>{@code text}: an analyzer's tokens of a text, its fingerprint and its signature.
 *   <li>{@code ansj}: the Chinese tokenizer and its analyzers.
 *   <li>{@code document}: the index fields of a value and of copied passages.
 *   <li>{@code search}: the queries. Each finds candidates by terms, verifies them by doc values
 *       and, with {@code confirm}, by the text.
 *   <li>{@code compat}: what differs between the versions of Lucene; its classes are under {@code
 *       src/es}.
 * </ul>
 *
 * <p>Useful for: programs with Lucene, and the client of another search engine, as in
 * docs/opensearch.md; the jars with the classifiers {@code lucene} and {@code core} have both
 * layers. Not useful for: reading options, for which the layer {@code elasticsearch} has the
 * sentences of errors.
 */
package io.simhash.lucene;
