/**
 * The block values to look up so that no fingerprint within a radius is missed.
 *
 * <p>A fingerprint has four blocks of 16 bits ({@link io.simhash.core.block.Blocks}), each indexed
 * as a term. Fingerprints within k bits differ by at most k / 4 bits in one of the blocks: a {@link
 * io.simhash.core.block.ProbePlan} lists the values of each block that such a fingerprint can have.
 * A block value that many documents have is an overfull bucket, and {@link
 * io.simhash.core.block.SubBlocks} split it by the other 48 bits.
 *
 * <p>Useful for: radii up to 11. At larger ones there are more values to look up than fingerprints
 * to compare, and {@code io.simhash.lucene.search} compares all of them
 * (docs/adr/0002-wide-blocks-are-chosen-per-segment.md).
 */
package io.simhash.core.block;
