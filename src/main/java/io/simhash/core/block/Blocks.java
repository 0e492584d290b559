package io.simhash.core.block;

import io.simhash.core.simhash.Fingerprint;
import java.util.HexFormat;

/**
 * A fingerprint cut into 4 blocks of 16 bits; block 0 is the most significant.
 *
 * @see <a href="https://doi.org/10.1145/1242572.1242592">Manku, Jain, Das Sarma: Detecting
 *     near-duplicates for web crawling, WWW 2007, section 3.1</a>
 */
public final class Blocks {

  public static final int COUNT = 4;

  public static final int BITS = Fingerprint.BITS / COUNT;

  public static final int VALUES = 1 << BITS;

  /** By how many times the average an overfull bucket exceeds the average. */
  private static final int MU = 2;

  /** The most documents of a bucket that is never overfull. */
  private static final int MIN_DOCUMENTS = 1_000;

  private Blocks() {}

  /** The value of a block, 0 to 65,535. */
  public static int value(long fingerprint, int block) {
    return (int) (fingerprint >>> (COUNT - 1 - block) * BITS) & (VALUES - 1);
  }

  /** The indexed term of a block value: four lower-case hexadecimal digits. */
  public static String term(int value) {
    return HexFormat.of().toHexDigits((short) value);
  }

  /**
   * The number of documents above which a <em>bucket</em>, the documents with one value of a block,
   * is <em>overfull</em>: {@code 1 + μ} times the average bucket, with μ = {@value #MU}, and at
   * least {@value #MIN_DOCUMENTS}, because smaller ones are cheap to read.
   *
   * @param documents the documents that have the block
   * @param buckets the number of distinct values that they have
   */
  public static long overfullAbove(long documents, long buckets) {
    return Math.max(MIN_DOCUMENTS, (1 + MU) * documents / Math.max(1, buckets));
  }
}
