package io.simhash.elasticsearch.clusters;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.test.ESTestCase;

/** The bytes that a run accounts with the circuit breaker before it reads documents. */
public class ReservationTests extends ESTestCase {

  private static final long MAX_BYTES = 1L << 30;

  /** Counts bytes up to a limit. */
  private static final class Counter extends NoopCircuitBreaker {
    private long used;

    Counter() {
      super(CircuitBreaker.REQUEST);
    }

    @Override
    public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
      if (used + bytes > MAX_BYTES) {
        throw new CircuitBreakingException("too much", Durability.TRANSIENT);
      }
      used += bytes;
    }

    @Override
    public void addWithoutBreaking(long bytes) {
      used += bytes;
    }
  }

  private static long reserved(long documents, boolean withBands) {
    Counter breaker = new Counter();
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(documents, withBands);
      return breaker.used;
    }
  }

  public void testBandsOnlyWhereTheyAreRead() {
    assertEquals(120_000_000, reserved(1_000_000, false));
    assertEquals((120 + 16 * 8) * 1_000_000L, reserved(1_000_000, true));
  }

  public void testGivesEverythingBack() {
    Counter breaker = new Counter();
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(1000, true);
      memory.add(300);
      memory.remove(100);
      assertTrue(breaker.used > 0);
    }
    assertEquals(0, breaker.used);
  }

  public void testRefusesWhatDoesNotFit() {
    expectThrows(CircuitBreakingException.class, () -> reserved(10_000_000, true));
  }
}
