package io.simhash.benchmark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The samples of all rows as lines of the results. */
final class Timings {

  private Timings() {}

  static List<Map<String, Object>> of(
      Map<Row, Samples> samples, Map<Row, Check.Found> checked, int rounds, long seed) {
    Map<String, Samples> byKey = new HashMap<>();
    samples.forEach((row, of) -> byKey.put(row.key(), of));
    List<Map<String, Object>> lines = new ArrayList<>();
    samples.forEach(
        (row, of) -> {
          Map<String, Object> line = new LinkedHashMap<>();
          line.put("index", row.index());
          line.put("name", row.name());
          line.put("hits", checked.get(row).hits());
          line.put("recall", checked.get(row).recall());
          line.put("samples", of.size());
          line.put("median_us", of.medianMicros());
          line.put("p99_us", of.percentileMicros(99));
          line.put("per_second", of.perSecond());
          putRatio(line, "times", of, byKey.get(row.termKey()), rounds, seed);
          if (byKey.containsKey(row.versus())) {
            line.put("versus_key", row.versus());
            putRatio(line, "versus", of, byKey.get(row.versus()), rounds, seed);
          }
          lines.add(line);
        });
    return lines;
  }

  private static void putRatio(
      Map<String, Object> line, String name, Samples of, Samples other, int rounds, long seed) {
    if (other != null) {
      Ratio ratio = Ratio.of(of, other, rounds, seed);
      line.put(name, Map.of("value", ratio.value(), "low", ratio.low(), "high", ratio.high()));
    }
  }
}
