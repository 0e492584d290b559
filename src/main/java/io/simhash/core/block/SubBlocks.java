package io.simhash.core.block;

import io.simhash.core.simhash.Fingerprint;

/**
 * The second level of blocks: for each block of a fingerprint, the other 48 bits cut into 4
 * sub-blocks of 12 bits. Sub-block 0 is the most significant.
 *
 * <p>They split an overfull bucket ({@link Blocks#overfullAbove}): the documents with a block value
 * are divided by the values of their sub-blocks. If the block value differs from the query's in j
 * bits, a neighbour within k bits differs in at most {@code k - j} of the other 48, so the {@link
 * ProbePlan} of that distance over the sub-blocks misses none.
 *
 * @see <a href="https://doi.org/10.1145/1242572.1242592">Manku, Jain, Das Sarma: Detecting
 *     near-duplicates for web crawling, WWW 2007, section 3.1 (nested tables)</a>
 */
public final class SubBlocks {

  public static final int COUNT = 4;

  public static final int BITS = (Fingerprint.BITS - Blocks.BITS) / COUNT;

  public static final int VALUES = 1 << BITS;

  private SubBlocks() {}

  /** The value of a sub-block, 0 to 4,095. */
  public static int value(long fingerprint, int block, int subBlock) {
    int shift = (Blocks.COUNT - 1 - block) * Blocks.BITS;
    long below = fingerprint & (1L << shift) - 1;
    // In two steps: a shift by all 64 bits would be none.
    long above = fingerprint >>> shift >>> Blocks.BITS;
    long others = above << shift | below;
    return (int) (others >>> (COUNT - 1 - subBlock) * BITS) & (VALUES - 1);
  }

  /**
   * The indexed term of a block value and the value of one of its sub-blocks: 2 bits for the number
   * of the block, 16 for its value, 2 for the number of the sub-block and 12 for its value. So the
   * terms of one bucket follow one another.
   */
  public static int term(int block, int value, int subBlock, int subValue) {
    return ((block << Blocks.BITS | value) << 2 | subBlock) << BITS | subValue;
  }

  /** The 16 terms of a fingerprint, by block and sub-block. */
  public static int[] terms(long fingerprint) {
    int[] terms = new int[Blocks.COUNT * COUNT];
    for (int i = 0; i < terms.length; i++) {
      int block = i / COUNT;
      int subBlock = i % COUNT;
      int subValue = value(fingerprint, block, subBlock);
      terms[i] = term(block, Blocks.value(fingerprint, block), subBlock, subValue);
    }
    return terms;
  }
}
