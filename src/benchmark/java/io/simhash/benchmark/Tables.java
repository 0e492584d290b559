package io.simhash.benchmark;

import io.simhash.benchmark.Results.Line;
import io.simhash.benchmark.Samples.Ratio;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Results as Markdown. */
final class Tables {

  private Tables() {}

  /** All tables of a run. */
  static String all(Results results) {
    return queries(results) + "\n" + sizes(results) + "\n" + ingest(results);
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String head(String... cells) {
    return row(cells) + "|" + "---|".repeat(cells.length) + "\n";
  }

  /** One line a row of queries. */
  static String queries(Results results) {
    StringBuilder text =
        new StringBuilder(
            head(
                "query",
                "index",
                "hits",
                "median ms",
                "p99 ms",
                "× `term`",
                "95 %",
                "a query reads"));
    for (Line query : results.queries()) {
      Ratio times = query.ratio("times");
      text.append(
          row(
              query.text("name"),
              query.text("index"),
              figure(query.number("hits")),
              millis(query.number("median_us")),
              millis(query.number("p99_us")),
              times == null ? "" : figure(times.value()),
              times == null ? "" : interval(times),
              reads(query)));
    }
    return text.toString();
  }

  /** What a query of a row reads, in the units of the report; "" where it has none. */
  static String reads(Line query) {
    return query.numbers("reads").entrySet().stream()
        .filter(read -> read.getKey().equals("segments") == false)
        .map(read -> figure(read.getValue().doubleValue()) + " " + read.getKey())
        .collect(Collectors.joining(", "));
  }

  /** One line a row that is compared with another one. */
  static String comparisons(Results results) {
    StringBuilder text =
        new StringBuilder(head("query", "index", "compared with", "ratio of times", "95 %"));
    for (Line query : results.queries()) {
      Ratio versus = query.ratio("versus");
      if (versus != null) {
        text.append(
            row(
                query.text("name"),
                query.text("index"),
                query.text("versus_key"),
                figure(versus.value()),
                interval(versus)));
      }
    }
    return text.toString();
  }

  /** One line an index: time and bytes. */
  static String sizes(Results results) {
    StringBuilder text =
        new StringBuilder(
            head(
                "index",
                "content",
                "documents",
                "segments",
                "index s",
                "merge s",
                "bytes a document",
                "of the field"));
    for (Line size : results.sizes()) {
      text.append(
          row(
              size.text("name"),
              size.text("what"),
              grouped((long) size.number("documents")),
              Long.toString((long) size.number("segments")),
              figure(size.number("seconds")),
              figure(size.number("merge_seconds")),
              figure(size.number("bytes")),
              figure(size.number("field_bytes"))));
    }
    return text.toString();
  }

  /**
   * Bytes a document of each field of some indices, as one table a run: without fields that
   * Elasticsearch adds itself, and without empty ones.
   */
  static String fields(Results results, List<String> indices) {
    StringBuilder text = new StringBuilder(head("index", "field", "bytes a document"));
    for (Line size : results.sizes()) {
      if (indices.contains(size.text("name"))) {
        size.numbers("fields")
            .forEach(
                (name, bytes) -> {
                  if (name.startsWith("_") == false && bytes.doubleValue() > 0) {
                    text.append(
                        row(size.text("name"), "`" + name + "`", figure(bytes.doubleValue())));
                  }
                });
      }
    }
    return text.toString();
  }

  /** One table a set of ingest, one line a way. */
  static String ingest(Results results) {
    StringBuilder text = new StringBuilder();
    for (Line set : results.ingest()) {
      text.append(
          "%s: %s documents of %s characters\n\n"
              .formatted(
                  set.text("set"),
                  grouped((long) set.number("documents")),
                  grouped((long) set.number("characters"))));
      text.append(
          head("way", "documents a second", "ratio", "CPU µs a document", "bytes a document"));
      for (Line way : set.lines("ways")) {
        text.append(
            row(
                way.text("way"),
                figure(way.number("per_second")),
                "%s (%s–%s)"
                    .formatted(
                        figure(way.number("ratio")),
                        figure(way.number("low")),
                        figure(way.number("high"))),
                figure(way.number("cpu")),
                figure(way.number("bytes"))));
      }
      text.append('\n');
    }
    return text.toString();
  }

  static String interval(Ratio ratio) {
    return figure(ratio.low()) + " to " + figure(ratio.high());
  }

  static String millis(double micros) {
    return figure(micros / 1e3);
  }

  /** Three significant digits, thousands grouped from 1,000 on. */
  static String figure(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    double size = Math.abs(value);
    if (size >= 1000) {
      return grouped(Math.round(value));
    }
    int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 || size == 0 ? 2 : 3;
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
