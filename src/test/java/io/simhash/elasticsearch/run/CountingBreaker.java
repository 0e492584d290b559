package io.simhash.elasticsearch.run;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;

/** Counts bytes up to a limit. */
public final class CountingBreaker extends NoopCircuitBreaker {

  private final long limit;
  private long used;

  public CountingBreaker(long limit) {
    super(CircuitBreaker.REQUEST);
    this.limit = limit;
  }

  @Override
  public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
    if (used + bytes > limit) {
      throw new CircuitBreakingException("too much", Durability.TRANSIENT);
    }
    used += bytes;
  }

  @Override
  public void addWithoutBreaking(long bytes) {
    used += bytes;
  }

  @Override
  public long getUsed() {
    return used;
  }
}
