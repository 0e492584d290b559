package io.simhash.elasticsearch.clusters;

import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.test.ESTestCase;

/** The bytes that a run accounts with the circuit breaker before it reads documents. */
public class ReservationTests extends ESTestCase {

  public void testBandsOnlyWhereTheyAreRead() {
    assertEquals(120_000_000, Reservation.ofRun(1_000_000, false, false));
    // 4 groups of 8 bands are 64 bytes: as many as fit into 64 MB, and twice.
    assertEquals((120 + 2 * 64) * 1_000_000L, Reservation.ofRun(1_000_000, true, false));
    // All bands, and no more.
    assertEquals((120 + 2 * 256) * 1_000L, Reservation.ofRun(1_000, true, false));
    // One group at least.
    assertEquals((120 + 2 * 16) * 5_000_000L, Reservation.ofRun(5_000_000, true, false));
    assertEquals((120 << 10) + (64L << 20), Reservation.ofRun(1 << 10, false, true));
  }

  public void testGivesEverythingBackAndRefusesWhatDoesNotFit() {
    CountingBreaker breaker = new CountingBreaker(1000);
    try (Reservation memory = new Reservation(breaker)) {
      memory.add(300);
      memory.remove(100);
      assertEquals(200, breaker.getUsed());
      expectThrows(CircuitBreakingException.class, () -> memory.add(801));
    }
    assertEquals(0, breaker.getUsed());
  }
}
