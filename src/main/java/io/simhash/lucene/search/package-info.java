/**
 * The queries. Each finds candidates by terms, which miss no match, and verifies every candidate
 * exactly, so that what it matches does not depend on the way.
 *
 * <ul>
 *   <li>{@link io.simhash.lucene.search.SimHashNearQuery}: the neighbours of a value.
 *   <li>{@link io.simhash.lucene.search.SimHashNearAnyQuery}: the neighbours of one of several.
 *   <li>{@link io.simhash.lucene.search.ConfirmedQuery}: the matches of another query, confirmed by
 *       their texts.
 *   <li>{@link io.simhash.lucene.search.SharedPassagesQuery}: the documents that share a passage
 *       with a text.
 * </ul>
 *
 * <h2>How does a near query search?</h2>
 *
 * <p>In each segment it chooses the cheapest way, {@code SegmentCandidates}: {@code BandCandidates}
 * by the bands of a signature, {@code BlockCandidates} by the blocks of a fingerprint, {@code
 * FingerprintScan} by comparing all fingerprints. {@code NearComparison} then reads the head of a
 * candidate's signature, the rest if the head agrees, and the fingerprint, and asks the rule. All
 * queries verify in a {@code VerifyingScorer}, after the cheaper clauses of a search. {@code
 * SearchReport} shows in a profile what was read, and {@code NearExplanation} says why a document
 * is a neighbour or is none.
 *
 * <p>{@link io.simhash.lucene.search.SegmentValues} and {@link
 * io.simhash.lucene.search.StoredSignatures} read the doc values that {@code
 * io.simhash.lucene.document} writes: for an aggregation, or a feature of its own.
 *
 * <h2>Where do texts come from?</h2>
 *
 * <p>From the caller's {@link io.simhash.lucene.search.TextSource}. Reading a text costs about a
 * millisecond: such a query should be around, or together with, one that matches few documents.
 * {@link io.simhash.lucene.search.QueryWithTexts} tells a highlighter the texts of a query.
 *
 * <p>Useful for: a value against any number of documents, exactly by the rule. Not useful for: the
 * pairs of a whole index, where each document would be a query; for exact copies, for which a
 * keyword with a digest is cheaper.
 */
package io.simhash.lucene.search;
