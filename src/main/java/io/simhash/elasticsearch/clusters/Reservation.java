package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Bands;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** The heap of a run, accounted with the circuit breaker of requests until it ends. */
final class Reservation implements Releasable {

  /**
   * Bytes of each document: 20 to keep it, 16 to group it, 4 to join it, and at most 80 more while
   * the answers of the shards are put together, or sorted and grouped, or while one band of all
   * signatures, or one block of all fingerprints, is joined.
   */
  static final int BYTES_PER_DOCUMENT = 120;

  /** The shingles of one question: those of two texts of the maximum length. */
  static final long TEXT_BYTES = 16 << 20;

  /**
   * The heap of texts that are compared: two answers that are kept, see {@link
   * io.simhash.core.cluster.ElementReader#texts}, and one that is being read.
   */
  static final long ALL_TEXT_BYTES = 4 * TEXT_BYTES;

  /**
   * The bands that are read at a time have so many bytes at most, or one group of all documents.
   */
  static final long BAND_BYTES = 64L << 20;

  private final CircuitBreaker breaker;
  private long bytes;

  Reservation(CircuitBreaker breaker) {
    this.breaker = breaker;
  }

  /** A further reservation, which ends before this one or at the same time. */
  Reservation part() {
    return new Reservation(breaker);
  }

  /**
   * Reserves the heap for a number of documents; fails if the node has not so much left.
   *
   * @param bandGroup the number of bands of a group, read twice 2 bytes each: in the answers, and
   *     put together; 0 where no bands are read
   */
  void reserve(long documents, int bandGroup) {
    add(bytes(documents, bandGroup));
  }

  /** The bytes that {@link #reserve} reserves. */
  static long bytes(long documents, int bandGroup) {
    long bands = bandGroup == 0 ? 0 : (long) bandGroup * groupsAtATime(documents, bandGroup);
    return documents * (BYTES_PER_DOCUMENT + bands * Character.BYTES * 2);
  }

  /** Reserves more. */
  void add(long more) {
    breaker.addEstimateBytesAndMaybeBreak(more, "<simhash clusters>");
    bytes += more;
  }

  /** Gives a part back. */
  void remove(long less) {
    breaker.addWithoutBreaking(-less);
    bytes -= less;
  }

  /** The number of groups of bands that are read at a time, at least 1. */
  static int groupsAtATime(long documents, int group) {
    long groups = BAND_BYTES / Character.BYTES / group / Math.max(1, documents);
    return (int) Math.max(1, Math.min(groups, Math.ceilDiv(Bands.MAX_BANDS, group)));
  }

  @Override
  public void close() {
    remove(bytes);
  }
}
