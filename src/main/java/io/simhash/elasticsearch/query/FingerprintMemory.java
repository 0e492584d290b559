package io.simhash.elasticsearch.query;

import io.simhash.lucene.search.FingerprintCopies;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;

/**
 * The memory of a node for copies of fingerprints: at most {@link #SIZE}, and no more than the
 * circuit breaker for field data allows. A search that gets none reads doc values instead.
 */
public final class FingerprintMemory implements FingerprintCopies.Memory {

  /** The maximum memory for copies: bytes or a part of the heap; 0 for none. */
  public static final Setting<ByteSizeValue> SIZE =
      Setting.memorySizeSetting("simhash.fingerprint_cache.size", "10%", Property.NodeScope);

  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();
  private volatile CircuitBreaker breaker = new NoopCircuitBreaker(CircuitBreaker.FIELDDATA);

  public FingerprintMemory(Settings settings) {
    this.maxBytes = SIZE.get(settings).getBytes();
  }

  /** Sets the circuit breaker, before the first search. */
  public void start(CircuitBreaker fieldData) {
    this.breaker = fieldData;
  }

  @Override
  public boolean reserve(long bytes) {
    if (used.addAndGet(bytes) > maxBytes) {
      used.addAndGet(-bytes);
      return false;
    }
    try {
      breaker.addEstimateBytesAndMaybeBreak(bytes, SIZE.getKey());
      return true;
    } catch (CircuitBreakingException e) {
      used.addAndGet(-bytes);
      return false;
    }
  }

  @Override
  public void release(long bytes) {
    breaker.addWithoutBreaking(-bytes);
    used.addAndGet(-bytes);
  }

  /** Bytes in use. */
  long used() {
    return used.get();
  }
}
