package io.simhash.benchmark;

import io.simhash.benchmark.Results.Query;
import io.simhash.benchmark.Results.Size;
import java.util.Map;

/**
 * The figures that the sentences of the page name, each as {@code {kind:of}}:
 *
 * <ul>
 *   <li>{@code ms}, {@code times}, {@code versus}, {@code recall}, {@code second}: of a row, {@code
 *       index/name}: its median, its ratios, its recall, its queries a second;
 *   <li>{@code bytes}, {@code build}: of an index: bytes a document of its field, seconds of
 *       indexing and merging;
 *   <li>{@code ingest}: of two ways, {@code first/second}: the rate of the first divided by that of
 *       the second, the smallest and the largest of all sets;
 *   <li>{@code literature}: {@code variants}, {@code lookup}, {@code query}, {@code index}.
 * </ul>
 *
 * <p>What was not measured is "not measured".
 */
record Figures(Results results) {

  static final String MISSING = "not measured";

  /** The number of fingerprints within 3 bits of one: Σ C(64, i) for i = 0 to 3. */
  static final int VARIANTS = 1 + 64 + 2016 + 41_664;

  /** The row of absent terms, which shows what a look-up costs. */
  static final String ABSENT = "terms, 1,000 absent";

  String of(String kind, String of) {
    return switch (kind) {
      case "ms" -> millis(of);
      case "times", "versus" -> ratio(kind, of);
      case "recall" -> number(of, "recall");
      case "second" -> number(of, "per_second");
      case "bytes" -> size(of, "field_bytes");
      case "build" -> build(of);
      case "ingest" -> ingest(of);
      case "literature" -> literature(of);
      default -> throw new IllegalArgumentException("no figure [" + kind + "]");
    };
  }

  private Query query(String key) {
    boolean graph = key.endsWith("/knn hnsw");
    return results.queries().stream()
        .filter(query -> graph ? query.key().startsWith(key) : query.key().equals(key))
        .findFirst()
        .orElse(null);
  }

  private String millis(String key) {
    Query query = query(key);
    return query == null ? MISSING : Tables.millis(query.number("median_us")) + " ms";
  }

  private String number(String key, String name) {
    Query query = query(key);
    return query == null ? MISSING : Tables.figure(query.number(name));
  }

  private String ratio(String name, String key) {
    Query query = query(key);
    Ratio ratio = query == null ? null : query.ratio(name);
    return ratio == null
        ? MISSING
        : Tables.figure(ratio.value()) + " (" + Tables.interval(ratio) + ")";
  }

  private String size(String index, String name) {
    return results.sizes().stream()
        .filter(size -> size.name().equals(index))
        .map(size -> Tables.figure(size.number(name)))
        .findFirst()
        .orElse(MISSING);
  }

  private String build(String index) {
    for (Size size : results.sizes()) {
      if (size.name().equals(index)) {
        return Tables.figure(size.number("seconds") + size.number("merge_seconds")) + " s";
      }
    }
    return MISSING;
  }

  private String ingest(String ways) {
    String[] names = ways.split("/");
    double[] ratios =
        results.objects("ingest").stream()
            .mapToDouble(set -> rate(set, names[0]) / rate(set, names[1]))
            .filter(ratio -> Double.isNaN(ratio) == false)
            .sorted()
            .toArray();
    return ratios.length == 0
        ? MISSING
        : Tables.figure(ratios[0]) + " to " + Tables.figure(ratios[ratios.length - 1]);
  }

  private static double rate(Map<String, Object> set, String way) {
    for (Object one : (Iterable<?>) set.get("ways")) {
      Map<?, ?> row = (Map<?, ?>) one;
      if (row.get("way").equals(way) && row.get("per_second") instanceof Number rate) {
        return rate.doubleValue();
      }
    }
    return Double.NaN;
  }

  private String literature(String of) {
    double micros = lookUpMicros();
    return switch (of) {
      case "variants" -> Tables.grouped(VARIANTS);
      case "lookup" -> Double.isNaN(micros) ? MISSING : Tables.figure(micros) + " µs";
      case "query" ->
          Double.isNaN(micros) ? MISSING : Tables.figure(micros * VARIANTS / 1e3) + " ms";
      case "index" -> Tables.grouped((long) VARIANTS * Long.BYTES);
      default -> throw new IllegalArgumentException("no figure [" + of + "]");
    };
  }

  /** The time that one more absent term adds to a {@code terms} query. */
  private double lookUpMicros() {
    Query absent = query(Indices.FINGERPRINT + "/" + ABSENT);
    Query term = query(Indices.FINGERPRINT + "/" + Row.TERM);
    return absent == null || term == null
        ? Double.NaN
        : Math.max(0, absent.number("median_us") - term.number("median_us")) / Rows.MANY;
  }
}
