package io.simhash.core.block;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The number of documents with each value of one block, or of one band, of 16 bits: the sizes of
 * its 65,536 buckets, 512 KB. Not safe for several threads.
 */
public final class BlockCounts {

  /**
   * A value and the documents that have it.
   *
   * @param value 0 to 65,535
   */
  public record Bucket(int value, long documents) {}

  private final long[] counts = new long[Blocks.VALUES];

  /** Adds documents with a value. */
  public void add(int value, long documents) {
    counts[value] += documents;
  }

  /** Adds the documents of the same block elsewhere. */
  public void addAll(BlockCounts other) {
    for (int value = 0; value < counts.length; value++) {
      counts[value] += other.counts[value];
    }
  }

  /** The number of documents with a value. */
  public long count(int value) {
    return counts[value];
  }

  /** The number of documents. */
  public long documents() {
    return Arrays.stream(counts).sum();
  }

  /** The number of values that at least one document has. */
  public int distinct() {
    return (int) Arrays.stream(counts).filter(count -> count > 0).count();
  }

  /** The average number of documents of a value that documents have; 0 without documents. */
  public double average() {
    return documents() / (double) Math.max(1, distinct());
  }

  /** The buckets with the most documents, the largest first; of equal ones the smaller value. */
  public List<Bucket> largest(int limit) {
    return IntStream.range(0, counts.length)
        .filter(value -> counts[value] > 0)
        .mapToObj(value -> new Bucket(value, counts[value]))
        .sorted(Comparator.comparingLong(Bucket::documents).reversed())
        .limit(limit)
        .toList();
  }

  /** The most documents of a bucket that is not {@link Overfull}. */
  public long threshold() {
    return Overfull.threshold(documents(), distinct());
  }

  /** The number of overfull buckets. */
  public int overfullBuckets() {
    long threshold = threshold();
    return (int) Arrays.stream(counts).filter(count -> count > threshold).count();
  }

  /** The number of documents in overfull buckets. */
  public long overfullDocuments() {
    long threshold = threshold();
    return Arrays.stream(counts).filter(count -> count > threshold).sum();
  }
}
