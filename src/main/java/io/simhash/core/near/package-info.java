/**
 * Which documents are near-duplicates, and finding them among values in memory.
 *
 * <p>A {@link io.simhash.core.near.NearValue} is what is compared: a fingerprint, a signature or
 * both. A {@link io.simhash.core.near.NearRule} decides whether two values are neighbours: their
 * signatures are similar, or their fingerprints are within a radius. All features decide by the
 * same rule. With {@code confirm}, a {@link io.simhash.core.near.ConfirmRule} decides once more, by
 * the shingles of the texts. How far above the minimum an estimate must be, so that no text is
 * read, is computed in {@link io.simhash.core.minhash.Thresholds}.
 *
 * <h2>Which class compares?</h2>
 *
 * <ul>
 *   <li>{@link io.simhash.core.near.NearIndex}: the neighbours of one value among some that come
 *       and go. It finds the same ones as an index on disk.
 *   <li>{@link io.simhash.core.near.NearWindow}: the same for documents in the order of their
 *       arrival, for several threads: the window of the processor {@code near_duplicate}.
 *   <li>{@link io.simhash.core.near.NearGroups}: groups of a given list: connected ones for the
 *       aggregation, those around the best hits for the retriever.
 *   <li>{@link io.simhash.core.near.NewTexts}: the option {@code min_new}: the share of a text's
 *       shingles that no better text has. It counts hashes; the caller cuts the texts into
 *       shingles.
 *   <li>{@link io.simhash.core.near.NearSample}: the documents to compare, where there are too
 *       many: a sample in which near-duplicates are together.
 * </ul>
 *
 * <p>Useful for: some ten thousand values. Not useful for: all pairs of a large set, see {@code
 * io.simhash.core.cluster}; one value against an index, see {@code io.simhash.lucene.search}.
 */
package io.simhash.core.near;
