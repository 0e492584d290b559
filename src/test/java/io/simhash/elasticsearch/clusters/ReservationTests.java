package io.simhash.elasticsearch.clusters;

import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.test.ESTestCase;

/** The bytes that a run accounts with the circuit breaker before it reads documents. */
public class ReservationTests extends ESTestCase {

  private static final long MAX_BYTES = 1L << 30;

  private static long reserved(long documents, int bandGroup) {
    CountingBreaker breaker = new CountingBreaker(MAX_BYTES);
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(documents, bandGroup);
      return breaker.getUsed();
    }
  }

  public void testBandsOnlyWhereTheyAreRead() {
    assertEquals(120_000_000, reserved(1_000_000, 0));
    // 4 groups of 8 bands are 64 bytes: as many as fit into 64 MB, and twice.
    assertEquals((120 + 2 * 64) * 1_000_000L, reserved(1_000_000, 8));
    // All bands, and no more.
    assertEquals((120 + 2 * 256) * 1_000L, reserved(1_000, 8));
    // One group at least.
    assertEquals((120 + 2 * 16) * 5_000_000L, reserved(5_000_000, 8));
  }

  public void testGivesEverythingBack() {
    CountingBreaker breaker = new CountingBreaker(MAX_BYTES);
    try (Reservation memory = new Reservation(breaker)) {
      memory.reserve(1000, 8);
      memory.add(300);
      memory.remove(100);
      assertTrue(breaker.getUsed() > 0);
    }
    assertEquals(0, breaker.getUsed());
  }

  public void testRefusesWhatDoesNotFit() {
    expectThrows(CircuitBreakingException.class, () -> reserved(10_000_000, 8));
  }
}
