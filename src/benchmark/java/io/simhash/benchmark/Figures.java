package io.simhash.benchmark;

import io.simhash.benchmark.Results.Line;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The figures that the sentences of the page name, each as {@code {kind:of}}:
 *
 * <ul>
 *   <li>{@code ms}, {@code times}, {@code versus}, {@code recall}, {@code second}: of a row, {@code
 *       index/name}: its median, its ratios, its recall, its queries a second;
 *   <li>{@code x}, {@code over}: of a row, {@code times} and {@code versus} without their
 *       intervals;
 *   <li>{@code reads}: of a row: what its query reads;
 *   <li>{@code bytes}, {@code build}: of an index: bytes a document of its field, seconds of
 *       indexing and merging;
 *   <li>{@code field}: of a field, {@code index/field}: bytes a document;
 *   <li>{@code ingest}: of two ways, {@code first/second}: the rate of the first divided by that of
 *       the second, the smallest and the largest of all sets;
 *   <li>{@code rate}: of a way of a set, {@code set/way}: its rate divided by that of its base.
 * </ul>
 *
 * <p>What was not measured is "not measured".
 */
record Figures(List<Results> runs) {

  static final String MISSING = "not measured";

  String of(String kind, String of) {
    return switch (kind) {
      case "ms" -> millis(of);
      case "times", "versus" -> ratio(kind, of);
      case "x" -> value("times", of);
      case "over" -> value("versus", of);
      case "reads" -> reads(of);
      case "field" -> field(of);
      case "bytes" -> size(of, size -> Tables.figure(size.number("field_bytes")));
      case "build" ->
          size(
              of,
              size -> Tables.figure(size.number("seconds") + size.number("merge_seconds")) + " s");
      case "ingest" -> ingest(of);
      case "rate" -> Tables.figure(way(of).number("ratio"));
      default -> throw new IllegalArgumentException("no figure [" + kind + "]");
    };
  }

  private Line query(String key) {
    return runs.stream()
        .flatMap(run -> run.queries().stream())
        .filter(query -> query.key().equals(key))
        .findFirst()
        .orElse(null);
  }

  private String millis(String key) {
    Line query = query(key);
    return query == null ? MISSING : Tables.millis(query.number("median_us")) + " ms";
  }

  private String reads(String key) {
    Line query = query(key);
    return query == null ? MISSING : Tables.reads(query);
  }

  private String field(String key) {
    String[] names = key.split("/");
    return size(
        names[0], size -> Tables.figure(size.numbers("fields").get(names[1]).doubleValue()));
  }

  private String ratio(String name, String key) {
    return ratio(
        name, key, ratio -> Tables.figure(ratio.value()) + " (" + Tables.interval(ratio) + ")");
  }

  private String value(String name, String key) {
    return ratio(name, key, ratio -> Tables.figure(ratio.value()));
  }

  private String ratio(String name, String key, Function<Samples.Ratio, String> text) {
    Line query = query(key);
    Samples.Ratio ratio = query == null ? null : query.ratio(name);
    return ratio == null ? MISSING : text.apply(ratio);
  }

  /** Of a row of queries the median in milliseconds; NaN if it was not measured. */
  double median(String key) {
    Line query = query(key);
    return query == null ? Double.NaN : query.number("median_us") / 1e3;
  }

  /** Of an index the bytes a document of its field; NaN if it was not measured. */
  double bytes(String index) {
    return runs.stream()
        .flatMap(run -> run.sizes().stream())
        .filter(size -> size.text("name").equals(index))
        .mapToDouble(size -> size.number("field_bytes"))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** A set of texts that were indexed; without figures if it was not measured. */
  Line set(String name) {
    return runs.stream()
        .flatMap(run -> run.ingest().stream())
        .filter(set -> set.text("set").equals(name))
        .findFirst()
        .orElse(new Line(Map.of()));
  }

  /** The way of a set, {@code set/way}; without figures if it was not measured. */
  Line way(String key) {
    String[] names = key.split("/");
    return set(names[0]).lines("ways").stream()
        .filter(way -> way.text("way").equals(names[1]))
        .findFirst()
        .orElse(new Line(Map.of()));
  }

  private String size(String index, Function<Line, String> figure) {
    return runs.stream()
        .flatMap(run -> run.sizes().stream())
        .filter(size -> size.text("name").equals(index))
        .map(figure)
        .findFirst()
        .orElse(MISSING);
  }

  private String ingest(String ways) {
    String[] names = ways.split("/");
    double[] ratios =
        runs.stream()
            .flatMap(run -> run.ingest().stream())
            .mapToDouble(set -> rate(set, names[0]) / rate(set, names[1]))
            .filter(ratio -> Double.isNaN(ratio) == false)
            .sorted()
            .toArray();
    return ratios.length == 0
        ? MISSING
        : Tables.figure(ratios[0]) + " to " + Tables.figure(ratios[ratios.length - 1]);
  }

  private static double rate(Line set, String way) {
    return set.lines("ways").stream()
        .filter(row -> row.text("way").equals(way))
        .mapToDouble(row -> row.number("per_second"))
        .findFirst()
        .orElse(Double.NaN);
  }
}
