package io.simhash.elasticsearch.clusters;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** Heap of a run, accounted with the circuit breaker of requests until it is closed. */
public final class Reservation implements Releasable {

  /**
   * Bytes of each document, of which most are used twice: 32 to keep it and 80 while the answers of
   * the shards are put together, sorted and grouped; then 12 to keep it, 16 for its group, 4 to
   * join it, 48 for its bands, and 10 while one band is joined.
   */
  private static final int BYTES_PER_DOCUMENT = 120;

  /** The documents of one question about bands: 5 MB of them. */
  static final int BATCH_OF_BANDS = 100_000;

  /** Bytes of each document of which bands are being read, in an answer and in its copy. */
  private static final int BYTES_PER_ROW = 160;

  /** The shingles of one question: those of two texts of the maximum length. */
  static final long TEXT_BYTES = 16 << 20;

  /**
   * The answers of questions about texts that are in memory: two that are kept, see {@link
   * io.simhash.core.cluster.ElementReader#texts}, and one that is being read.
   */
  private static final int TEXT_ANSWERS = 4;

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
   * @param texts whether texts confirm neighbours
   */
  public static long ofRun(long documents, boolean texts) {
    return documents * BYTES_PER_DOCUMENT
        + Math.min(documents, BATCH_OF_BANDS) * BYTES_PER_ROW
        + (texts ? TEXT_ANSWERS * TEXT_BYTES : 0);
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
