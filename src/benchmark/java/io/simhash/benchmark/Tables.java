package io.simhash.benchmark;

import io.simhash.benchmark.Results.Query;
import io.simhash.benchmark.Results.Size;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** Results as Markdown. */
final class Tables {

  private Tables() {}

  /** All tables of a run. */
  static String all(Results results) {
    return queries(results, query -> true)
        + "\n"
        + sizes(results)
        + "\n"
        + ingest(results)
        + skipped(results);
  }

  /** One line a row of queries. */
  static String queries(Results results, Predicate<Query> shown) {
    StringBuilder text = new StringBuilder();
    text.append("| query | index | hits | median ms | p99 ms | × `term` | 95 % | recall |\n");
    text.append("|---|---|---|---|---|---|---|---|\n");
    for (Query query : results.queries().stream().filter(shown).toList()) {
      Ratio times = query.ratio("times");
      text.append("| ").append(query.name());
      text.append(" | ").append(query.index());
      text.append(" | ").append(figure(query.number("hits")));
      text.append(" | ").append(millis(query.number("median_us")));
      text.append(" | ").append(millis(query.number("p99_us")));
      text.append(" | ").append(times == null ? "" : figure(times.value()));
      text.append(" | ").append(times == null ? "" : interval(times));
      text.append(" | ").append(recall(query.number("recall"))).append(" |\n");
    }
    return text.toString();
  }

  /** One line a row that is compared with another one. */
  static String comparisons(Results results) {
    StringBuilder text = new StringBuilder();
    text.append("| query | index | compared with | ratio of times | 95 % |\n");
    text.append("|---|---|---|---|---|\n");
    for (Query query : results.queries()) {
      Ratio versus = query.ratio("versus");
      if (versus != null) {
        text.append("| ").append(query.name()).append(" | ").append(query.index());
        text.append(" | ").append(query.json().get("versus_key"));
        text.append(" | ").append(figure(versus.value()));
        text.append(" | ").append(interval(versus)).append(" |\n");
      }
    }
    return text.toString();
  }

  /** Queries in a second, of the rows of a radius, by clients. */
  static String throughput(Results results) {
    StringBuilder text = new StringBuilder("| query | index | queries a second |\n|---|---|---|\n");
    for (Query query : results.queries()) {
      if (query.name().matches("radius (3|12)|default.*|.*clients|.*_msearch.*")) {
        text.append("| ").append(query.name()).append(" | ").append(query.index());
        text.append(" | ").append(figure(query.number("per_second"))).append(" |\n");
      }
    }
    return text.toString();
  }

  /** One line an index: time and bytes. */
  static String sizes(Results results) {
    StringBuilder text = new StringBuilder();
    text.append("| index | content | documents | segments | index s | merge s |");
    text.append(" bytes a document | of the field |\n|---|---|---|---|---|---|---|---|\n");
    for (Size size : results.sizes()) {
      text.append("| ").append(size.name());
      text.append(" | ").append(size.json().get("what"));
      text.append(" | ").append(grouped((long) size.number("documents")));
      text.append(" | ").append((long) size.number("segments"));
      text.append(" | ").append(figure(size.number("seconds")));
      text.append(" | ").append(figure(size.number("merge_seconds")));
      text.append(" | ").append(figure(size.number("bytes")));
      text.append(" | ").append(figure(size.number("field_bytes"))).append(" |\n");
    }
    return text.toString();
  }

  /** Bytes a document of each field of an index, as one table a run. */
  static String fields(Results results, List<String> indices) {
    StringBuilder text = new StringBuilder("| index | field | bytes a document |\n|---|---|---|\n");
    for (Size size : results.sizes()) {
      if (indices.contains(size.name())) {
        for (Map.Entry<String, Double> field : size.fields().entrySet()) {
          text.append("| ").append(size.name()).append(" | `").append(field.getKey());
          text.append("` | ").append(figure(field.getValue())).append(" |\n");
        }
      }
    }
    return text.toString();
  }

  /** One line a way of ingest, one column a set. */
  static String ingest(Results results) {
    List<Map<String, Object>> sets = results.objects("ingest");
    if (sets.isEmpty()) {
      return "";
    }
    StringBuilder head = new StringBuilder("| way |");
    for (Map<String, Object> set : sets) {
      head.append(' ').append(set.get("set")).append(", docs/s | × analysed |");
    }
    StringBuilder text = new StringBuilder(head).append("\n|---|");
    text.append("---|---|".repeat(sets.size())).append('\n');
    for (Way way : Way.all()) {
      text.append("| ").append(way.name()).append(" |");
      for (Map<String, Object> set : sets) {
        text.append(ingestCell(set, way.name()));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String ingestCell(Map<String, Object> set, String way) {
    for (Object one : (List<?>) set.get("ways")) {
      Map<?, ?> row = (Map<?, ?>) one;
      if (row.get("way").equals(way)) {
        return " %s | %s (%s–%s) |"
            .formatted(
                figure(number(row, "per_second")),
                figure(number(row, "ratio")),
                figure(number(row, "low")),
                figure(number(row, "high")));
      }
    }
    return " | |";
  }

  private static double number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  /** The rows that were not measured, with the reasons. */
  static String skipped(Results results) {
    StringBuilder text = new StringBuilder();
    if (results.json().get("skipped") instanceof Map<?, ?> skipped && skipped.isEmpty() == false) {
      text.append("\nNot measured:\n\n");
      skipped.forEach(
          (row, why) -> text.append("- `").append(row).append("`: ").append(why).append('\n'));
    }
    return text.toString();
  }

  static String interval(Ratio ratio) {
    return figure(ratio.low()) + " to " + figure(ratio.high());
  }

  private static String recall(double recall) {
    return Double.isNaN(recall)
        ? ""
        : String.format(Locale.ROOT, "%.3f", Math.floor(recall * 1e3) / 1e3);
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
