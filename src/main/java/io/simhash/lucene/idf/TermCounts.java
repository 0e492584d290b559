package io.simhash.lucene.idf;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IntroSorter;

/**
 * Hashes of terms, each with its number of documents, in two arrays: 12 bytes for each. A hash may
 * occur several times, once for each shard; {@link #forEach} adds its counts up.
 */
public final class TermCounts {

  private long[] hashes;
  private int[] counts;
  private int size;

  /** Takes hashes and, in the same order, their numbers of documents; keeps the arrays. */
  public TermCounts(long[] hashes, int[] counts) {
    if (hashes.length != counts.length) {
      throw new IllegalArgumentException(
          "[" + hashes.length + "] hashes cannot have [" + counts.length + "] counts");
    }
    this.hashes = hashes;
    this.counts = counts;
    this.size = hashes.length;
  }

  /** Empty. */
  public TermCounts() {
    this(new long[0], new int[0]);
  }

  /** Receives a term and the number of documents that have it. */
  @FunctionalInterface
  public interface Consumer {
    /** Called once for each hash. */
    void accept(long hash, int count);
  }

  /** Adds {@code count} documents to those that have the term. */
  public void add(long hash, int count) {
    hashes = ArrayUtil.grow(hashes, size + 1);
    counts = ArrayUtil.grow(counts, size + 1);
    hashes[size] = hash;
    counts[size] = count;
    size++;
  }

  /** Adds the counts of {@code others}. */
  public void addAll(TermCounts others) {
    hashes = ArrayUtil.grow(hashes, size + others.size);
    counts = ArrayUtil.grow(counts, size + others.size);
    System.arraycopy(others.hashes, 0, hashes, size, others.size);
    System.arraycopy(others.counts, 0, counts, size, others.size);
    size += others.size;
  }

  /** The number of entries; a hash that was added twice has two. */
  public int size() {
    return size;
  }

  /** A copy of the hashes. */
  public long[] hashes() {
    return Arrays.copyOf(hashes, size);
  }

  /** A copy of the numbers of documents, in the order of {@link #hashes}. */
  public int[] counts() {
    return Arrays.copyOf(counts, size);
  }

  /** Passes each hash once, in rising order, with the sum of its counts, at most 2,147,483,647. */
  public void forEach(Consumer consumer) {
    new ByHash().sort(0, size);
    int next;
    for (int at = 0; at < size; at = next) {
      long sum = 0;
      for (next = at; next < size && hashes[next] == hashes[at]; next++) {
        sum += counts[next];
      }
      consumer.accept(hashes[at], (int) Math.min(Integer.MAX_VALUE, sum));
    }
  }

  private final class ByHash extends IntroSorter {
    private long pivot;

    @Override
    protected void swap(int i, int j) {
      long hash = hashes[i];
      hashes[i] = hashes[j];
      hashes[j] = hash;
      int count = counts[i];
      counts[i] = counts[j];
      counts[j] = count;
    }

    @Override
    protected void setPivot(int i) {
      pivot = hashes[i];
    }

    @Override
    protected int comparePivot(int j) {
      return Long.compare(pivot, hashes[j]);
    }
  }
}
