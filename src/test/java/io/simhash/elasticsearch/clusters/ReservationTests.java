package io.simhash.elasticsearch.clusters;

import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.test.ESTestCase;

/** The bytes that a run accounts with the circuit breaker before it reads documents. */
public class ReservationTests extends ESTestCase {

  private static final long MAX_BYTES = 1L << 30;

  private static long reserved(long documents, boolean withBands) {
    CountingBreaker breaker = new CountingBreaker(MAX_BYTES);
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(documents, withBands);
      return breaker.getUsed();
    }
  }

  public void testBandsOnlyWhereTheyAreRead() {
    assertEquals(120_000_000, reserved(1_000_000, false));
    assertEquals((120 + 16 * 8) * 1_000_000L, reserved(1_000_000, true));
  }

  public void testGivesEverythingBack() {
    CountingBreaker breaker = new CountingBreaker(MAX_BYTES);
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(1000, true);
      memory.add(300);
      memory.remove(100);
      assertTrue(breaker.getUsed() > 0);
    }
    assertEquals(0, breaker.getUsed());
  }

  public void testRefusesWhatDoesNotFit() {
    expectThrows(CircuitBreakingException.class, () -> reserved(10_000_000, true));
  }
}
