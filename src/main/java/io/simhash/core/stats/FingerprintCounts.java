package io.simhash.core.stats;

import io.simhash.core.block.Blocks;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Counts of the fingerprints of a field: documents for each value of each block and for each bit.
 * Takes 2 MB for any number of documents. Not safe for several threads.
 */
public final class FingerprintCounts {

  private final List<BlockCounts> blocks =
      Stream.generate(BlockCounts::new).limit(Blocks.COUNT).toList();
  private final BitCounts bits = new BitCounts();

  /** Counts the fingerprint of a document. */
  public void add(long fingerprint) {
    for (int block = 0; block < Blocks.COUNT; block++) {
      blocks.get(block).add(Blocks.value(fingerprint, block), 1);
    }
    bits.add(fingerprint);
  }

  /** Adds the counts of documents elsewhere. */
  public void addAll(FingerprintCounts other) {
    IntStream.range(0, Blocks.COUNT)
        .forEach(block -> blocks.get(block).addAll(other.blocks.get(block)));
    bits.addAll(other.bits);
  }

  /** The number of fingerprints. */
  public long fingerprints() {
    return bits.fingerprints();
  }

  /** The four blocks, the most significant first. */
  public List<BlockCounts> blocks() {
    return blocks;
  }

  /** The bits. */
  public BitCounts bits() {
    return bits;
  }
}
