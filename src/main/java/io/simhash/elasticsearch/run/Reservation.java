package io.simhash.elasticsearch.run;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;

/** Heap of a run, accounted with the circuit breaker of requests until it is closed. */
public final class Reservation implements Releasable {

  private static final long STEP = 1 << 20;

  private final CircuitBreaker breaker;
  private final String label;
  private long bytes;

  /**
   * @param label says what the heap is for, in the error if there is not enough
   */
  public Reservation(CircuitBreaker breaker, String label) {
    this.breaker = breaker;
    this.label = label;
  }

  /** The heap that all requests of the node may reserve together. */
  public long limit() {
    return breaker.getLimit();
  }

  /** A further reservation, which ends before this one or at the same time. */
  public Reservation part() {
    return new Reservation(breaker, label);
  }

  /** Reserves this much in all; fails if the node has not enough left. */
  public void set(long all) {
    add(all - bytes);
  }

  /** Reserves at least this much in all, in steps of a megabyte, so that it may be called often. */
  public void reach(long all) {
    if (all > bytes) {
      add(all - bytes + STEP);
    }
  }

  /** Reserves more; fails if the node has not enough left. */
  public void add(long more) {
    breaker.addEstimateBytesAndMaybeBreak(more, label);
    bytes += more;
  }

  /** Gives a part back. */
  public void remove(long less) {
    breaker.addWithoutBreaking(-less);
    bytes -= less;
  }

  @Override
  public void close() {
    remove(bytes);
  }
}
