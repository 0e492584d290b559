package io.simhash.elasticsearch.query;

import java.util.Locale;
import java.util.function.Supplier;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Accounts the memory of a query's texts to the circuit breaker {@code request}, which gets it back
 * when the search ends.
 *
 * <p>While more than half of that breaker's limit is in use, a near query that needs {@value
 * #SMALL} bytes or more at once is refused with a 429: the other half is left to other requests.
 */
final class QueryMemory {

  /**
   * The bytes of working memory for each character of a text while an analyzer's tokens are made
   * into a fingerprint, a signature or shingles. Measured as the smallest heap in which a text of
   * 1,000,000 characters could be processed: fingerprint by {@code ansj} 192 MB, of which 55 MB are
   * the dictionary, by {@code standard} 96 MB, with words of one and two letters 128 MB; shingles
   * of tokens 96 to 160 MB.
   */
  static final long ANALYSIS = 150;

  /**
   * The same while a text is cut into shingles of characters, or for values, which are not cut:
   * measured 32 MB.
   */
  static final long CUTTING = 32;

  /** Amounts below it are never refused here: the work on a text of some 7,000 characters. */
  private static final long SMALL = 1 << 20;

  private static final String LABEL = "near query";

  private final SearchExecutionContext context;

  QueryMemory(SearchExecutionContext context) {
    this.context = context;
  }

  /** Accounts memory that is kept until the search ends. */
  void add(long bytes) {
    // Added first, so that threads that add at the same time see each other.
    context.addCircuitBreakerMemory(bytes, LABEL);
    if (bytes >= SMALL) {
      requireHalf(bytes);
    }
  }

  /** Runs work and accounts its working memory meanwhile. */
  <T> T during(long bytes, Supplier<T> work) {
    add(bytes);
    try {
      return work.get();
    } finally {
      context.releaseQueryConstructionMemory(bytes);
    }
  }

  private void requireHalf(long bytes) {
    CircuitBreaker breaker = context.getCircuitBreaker();
    if (breaker == null || breaker.getLimit() <= 0) {
      return;
    }
    long half = breaker.getLimit() / 2;
    long used = breaker.getUsed();
    if (used > half) {
      context.releaseQueryConstructionMemory(bytes);
      throw new CircuitBreakingException(
          String.format(
              Locale.ROOT,
              "long texts of near queries may use memory up to half of the limit of the circuit"
                  + " breaker [%s], [%s], but all requests together would use [%s]: use shorter"
                  + " texts, or fewer at a time",
              breaker.getName(),
              ByteSizeValue.ofBytes(half),
              ByteSizeValue.ofBytes(used)),
          used,
          half,
          CircuitBreaker.Durability.TRANSIENT);
    }
  }
}
