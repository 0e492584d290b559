package io.simhash.elasticsearch.near_duplicate;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the processors {@code near_duplicate} of a node since it started. */
final class ProcessorCounts {

  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final LongAdder searches = new LongAdder();
  private final LongAdder searchNanos = new LongAdder();

  ProcessorCounts() {
    for (Outcome each : Outcome.values()) {
      outcomes.put(each, new LongAdder());
    }
  }

  void add(Outcome outcome) {
    outcomes.get(outcome).increment();
  }

  /** Adds a search that has ended. */
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
    return counts;
  }
}
