package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;

/**
 * Fingerprints sorted by the value of one block, 12 bytes each: those with one value, its bucket,
 * are beside each other.
 */
final class BlockPartition {

  private final long[] fingerprints;
  private final int[] indices;
  private final int[] starts;

  private BlockPartition(long[] fingerprints, int[] indices, int[] starts) {
    this.fingerprints = fingerprints;
    this.indices = indices;
    this.starts = starts;
  }

  /** Sorts by one of {@link Blocks}. */
  static BlockPartition of(long[] fingerprints, int block) {
    int[] starts = new int[Blocks.VALUES + 1];
    int[] counts = counts(fingerprints, block);
    for (int value = 0; value < Blocks.VALUES; value++) {
      starts[value + 1] = starts[value] + counts[value];
    }
    int[] next = starts.clone();
    long[] sorted = new long[fingerprints.length];
    int[] indices = new int[fingerprints.length];
    for (int i = 0; i < fingerprints.length; i++) {
      int to = next[Blocks.value(fingerprints[i], block)]++;
      sorted[to] = fingerprints[i];
      indices[to] = i;
    }
    return new BlockPartition(sorted, indices, starts);
  }

  /** The number of fingerprints with each value of a block. */
  static int[] counts(long[] fingerprints, int block) {
    int[] counts = new int[Blocks.VALUES];
    for (long fingerprint : fingerprints) {
      counts[Blocks.value(fingerprint, block)]++;
    }
    return counts;
  }

  /** The fingerprints in the new order; not a copy. */
  long[] fingerprints() {
    return fingerprints;
  }

  /** The place of a fingerprint of the new order in the old one. */
  int index(int sorted) {
    return indices[sorted];
  }

  /** The first place of a bucket in the new order; for 65,536 the number of fingerprints. */
  int start(int value) {
    return starts[value];
  }
}
