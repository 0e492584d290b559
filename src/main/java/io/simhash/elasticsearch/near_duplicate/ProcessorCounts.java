package io.simhash.elasticsearch.near_duplicate;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/**
 * Counts of the processors {@code near_duplicate} of a node since it started, and how many of its
 * documents wait and are remembered now.
 */
public final class ProcessorCounts {

  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final LongAdder searches = new LongAdder();
  private final LongAdder searchNanos = new LongAdder();

  private final IntSupplier waiting;
  private final IntSupplier window;

  ProcessorCounts(IntSupplier waiting, IntSupplier window) {
    this.waiting = waiting;
    this.window = window;
    for (Outcome each : Outcome.values()) {
      outcomes.put(each, new LongAdder());
    }
  }

  void add(Outcome outcome) {
    outcomes.get(outcome).increment();
  }

  void addSearch(long nanos) {
    searches.increment();
    searchNanos.add(nanos);
  }

  /** The counts by the names that users see. */
  Map<String, Long> byName() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("documents", outcomes.values().stream().mapToLong(LongAdder::sum).sum());
    outcomes.forEach(
        (outcome, count) -> counts.put(outcome.name().toLowerCase(Locale.ROOT), count.sum()));
    counts.put("searches", searches.sum());
    counts.put("search_time_in_millis", TimeUnit.NANOSECONDS.toMillis(searchNanos.sum()));
    counts.put("waiting", (long) waiting.getAsInt());
    counts.put("window", (long) window.getAsInt());
    return counts;
  }
}
