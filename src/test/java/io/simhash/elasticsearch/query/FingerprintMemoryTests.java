package io.simhash.elasticsearch.query;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.monitor.jvm.JvmInfo;
import org.elasticsearch.test.ESTestCase;

public class FingerprintMemoryTests extends ESTestCase {

  private static FingerprintMemory memory(String size) {
    return new FingerprintMemory(
        Settings.builder().put(FingerprintMemory.SIZE.getKey(), size).build());
  }

  public void testGrantsUpToTheSize() {
    FingerprintMemory memory = memory("100b");
    assertTrue(memory.reserve(60));
    assertFalse(memory.reserve(41));
    assertTrue(memory.reserve(40));
    memory.release(60);
    assertEquals(40, memory.used());
    assertTrue(memory.reserve(60));
    assertFalse(memory("0b").reserve(1));
  }

  public void testIsATenthOfTheHeapByDefault() {
    assertEquals(
        JvmInfo.jvmInfo().getMem().getHeapMax().getBytes() / 10.0,
        FingerprintMemory.SIZE.get(Settings.EMPTY).getBytes(),
        1);
  }

  /** A search must not fail because a copy would not fit: it reads doc values then. */
  public void testTheCircuitBreakerRefusesWithoutAnError() {
    long[] accounted = {0};
    FingerprintMemory memory = memory("1kb");
    memory.start(
        new NoopCircuitBreaker("test") {
          @Override
          public void addEstimateBytesAndMaybeBreak(long bytes, String label) {
            if (accounted[0] + bytes > 100) {
              throw new CircuitBreakingException(label, CircuitBreaker.Durability.PERMANENT);
            }
            accounted[0] += bytes;
          }

          @Override
          public void addWithoutBreaking(long bytes) {
            accounted[0] += bytes;
          }
        });
    assertTrue(memory.reserve(70));
    assertFalse(memory.reserve(50));
    assertEquals(70, memory.used());
    assertEquals(70, accounted[0]);
    memory.release(70);
    assertEquals(0, memory.used());
    assertEquals(0, accounted[0]);
  }
}
