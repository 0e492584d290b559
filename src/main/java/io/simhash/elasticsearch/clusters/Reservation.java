package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.NeighbourJoin;
import io.simhash.core.minhash.Bands;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** Heap of a run, accounted with the circuit breaker of requests until it is closed. */
public final class Reservation implements Releasable {

  /**
   * Bytes of each document: 20 to keep it, 16 to group it, 4 to join it, and at most 80 more while
   * the answers of the shards are put together, or sorted and grouped, or while one band of all
   * signatures, or one block of all fingerprints, is joined.
   */
  private static final int BYTES_PER_DOCUMENT = 120;

  /** The shingles of one question: those of two texts of the maximum length. */
  static final long TEXT_BYTES = 16 << 20;

  /**
   * The answers of questions about texts that are in memory: two that are kept, see {@link
   * io.simhash.core.cluster.ElementReader#texts}, and one that is being read.
   */
  private static final int TEXT_ANSWERS = 4;

  /**
   * The bands that are read at a time have so many bytes at most, or one group of all documents.
   */
  private static final long BAND_BYTES = 64L << 20;

  private final CircuitBreaker breaker;
  private final String label;
  private long bytes;

  /**
   * @param label says what the heap is for, in the error if there is not enough
   */
  Reservation(CircuitBreaker breaker, String label) {
    this.breaker = breaker;
    this.label = label;
  }

  /** The heap that all requests of the node may reserve together. */
  public long limit() {
    return breaker.getLimit();
  }

  /** A further reservation, which ends before this one or at the same time. */
  Reservation part() {
    return new Reservation(breaker, label);
  }

  /**
   * The heap that a run reserves before it reads documents.
   *
   * @param bands whether bands are read: twice 2 bytes each, in the answers and put together
   * @param texts whether texts confirm neighbours
   */
  public static long ofRun(long documents, boolean bands, boolean texts) {
    int bytesOfBands = bands ? 2 * Character.BYTES * bandsAtATime(documents) : 0;
    return documents * (BYTES_PER_DOCUMENT + bytesOfBands)
        + (texts ? TEXT_ANSWERS * TEXT_BYTES : 0);
  }

  /** The number of bands that are read at a time: whole groups, at least one. */
  static int bandsAtATime(long documents) {
    int group = NeighbourJoin.BAND_GROUP;
    long groups = BAND_BYTES / Character.BYTES / group / Math.max(1, documents);
    return group * (int) Math.clamp(groups, 1, Math.ceilDiv(Bands.MAX_BANDS, group));
  }

  /** Reserves so much in all; fails if the node has not so much left. */
  public void set(long all) {
    add(all - bytes);
  }

  /** Reserves more; fails if the node has not so much left. */
  void add(long more) {
    breaker.addEstimateBytesAndMaybeBreak(more, label);
    bytes += more;
  }

  /** Gives a part back. */
  void remove(long less) {
    breaker.addWithoutBreaking(-less);
    bytes -= less;
  }

  @Override
  public void close() {
    remove(bytes);
  }
}
