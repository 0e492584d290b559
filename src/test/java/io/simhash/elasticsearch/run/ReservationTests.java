package io.simhash.elasticsearch.run;

import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.test.ESTestCase;

public class ReservationTests extends ESTestCase {

  public void testGivesEverythingBackAndRefusesWhatDoesNotFit() {
    CountingBreaker breaker = new CountingBreaker(1000);
    try (Reservation memory = new Reservation(breaker, "test")) {
      memory.add(300);
      memory.remove(100);
      assertEquals(200, breaker.getUsed());
      expectThrows(CircuitBreakingException.class, () -> memory.add(801));
    }
    assertEquals(0, breaker.getUsed());
  }
}
