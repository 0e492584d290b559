/**
 * Requests that read a random sample of the documents of an index, and tell about all of them.
 *
 * <ul>
 *   <li>{@code GET {index}/_simhash/estimate} ({@link
 *       io.simhash.elasticsearch.sample.EstimateAction}): how many documents are near-duplicates,
 *       with confidence intervals, and what a run of {@code _simhash/clusters} would cost. {@code
 *       EstimateRun} draws the sample and searches for the neighbours of each document, by stored
 *       values: it reads no text. {@link io.simhash.core.estimate.Estimate} has the arithmetic.
 *   <li>{@code GET {index}/_simhash/common_passages} ({@link
 *       io.simhash.elasticsearch.sample.CommonPassagesAction}): the passages that many documents
 *       have. {@code CommonPassagesRun} reads the texts of the sample; {@link
 *       io.simhash.core.passage.CommonPassages} finds the passages. An estimate with {@code
 *       passages_field} sends this request for the passages by which it divides near-duplicates.
 * </ul>
 *
 * <p>Both are runs (see {@link io.simhash.elasticsearch.run}). A sample is drawn by a search with
 * {@code random_score}: with the same seed and the same index it is the same. Its documents come in
 * random order, so that those read at any time are a simple random sample themselves: an estimate
 * may end early, and {@code common_passages} when it has enough text.
 *
 * <p>Not for counts that must be exact: {@code _simhash/clusters} compares all documents, and
 * {@code _simhash/stats} counts values.
 */
package io.simhash.elasticsearch.sample;
