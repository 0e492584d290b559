package io.simhash.core.block;

/**
 * The rule that says which buckets of a block are overfull. A bucket is the documents that have the
 * same value of a block.
 *
 * <p>A bucket is overfull if it has more than {@code (1 + μ)} times the documents of the average
 * bucket, with μ = {@value #MU}, and more than {@value #MIN_DOCUMENTS} documents: smaller ones are
 * cheap to read whatever their neighbours have.
 */
public final class Overfull {

  /** By how many times the average a bucket must exceed the average. */
  public static final int MU = 2;

  /** The most documents of a bucket that is never overfull. */
  public static final int MIN_DOCUMENTS = 1_000;

  private Overfull() {}

  /**
   * The most documents of a bucket that is not overfull.
   *
   * @param documents the documents that have the block
   * @param distinct the number of its buckets: of the distinct values that documents have
   */
  public static long threshold(long documents, long distinct) {
    return Math.max(MIN_DOCUMENTS, (1 + MU) * documents / Math.max(1, distinct));
  }
}
