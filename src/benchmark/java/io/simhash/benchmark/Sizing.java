package io.simhash.benchmark;

import io.simhash.benchmark.Results.Line;
import io.simhash.elasticsearch.clusters.ClusterCost;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What some numbers of articles cost, computed from figures that were measured: a table by size,
 * and the figures of one example. What was not measured is "–".
 */
record Sizing(Figures queries, Figures ingest) {

  private static final int LETTERS = 3_000;

  /** Milliseconds that each further million documents adds to a query; see the page. */
  private static final double MILLIS_PER_MILLION = .02;

  /** The part of the heap that requests may reserve, by default. */
  private static final double LIMIT = .6;

  private static final String TEXT = "text, analysed by `standard`";
  private static final String SUB_FIELD = "and a `simhash` sub-field";
  private static final String PROCESSOR = "and the processor `simhash`";
  private static final String NEAR_DUPLICATE = PROCESSOR + ", then `near_duplicate`";
  private static final String SHORT = "sentences of en-docs-versions";

  /** Two sets of a language, of short and of long texts. */
  private static final List<String> ENGLISH = List.of(SHORT, "en-docs-versions");

  private static final List<String> CHINESE = List.of("zh-csl-abstracts", "zh-laws");

  /** So many documents on so many nodes. */
  private record Size(double documents, int nodes) {

    double millions() {
      return documents / 1e6;
    }
  }

  private static final Size EXAMPLE = new Size(80_000_000, 5);
  private static final int CORES = 40;

  private static final List<Size> SIZES =
      List.of(new Size(1e6, 1), new Size(1e7, 1), EXAMPLE, new Size(1e9, 50));

  /** One column a size. */
  String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        row("articles, nodes", size -> Tables.grouped((long) size.documents) + ", " + size.nodes));
    text.append("|---".repeat(SIZES.size() + 1)).append("|\n");
    text.append(
        row(
            "disk of each copy: English text and `_source`; the field more",
            size ->
                bytes(size.documents * line(ENGLISH, TEXT, "bytes"))
                    + "; "
                    + bytes(size.documents * fieldBytes())));
    text.append(
        row(
            "`_source` of each copy more, with the processor",
            size -> bytes(size.documents * sourceBytes())));
    text.append(hours("English", ENGLISH)).append(hours("Chinese", CHINESE));
    text.append(row("default query, ms", size -> Tables.figure(query(size))));
    text.append(
        row("`near_duplicate`, ms of a core a document", size -> Tables.figure(arrival(size))));
    text.append(
        row(
            "run of `_simhash/clusters`: time, heap that it accounts for",
            size ->
                size.documents > 2e8
                    ? "refused"
                    : time(clusters(size)) + ", " + bytes(heap(size))));
    return text.toString();
  }

  private String hours(String language, List<String> sets) {
    return row(
        "core hours, " + language + ": text alone, with a sub-field, with the processor",
        size ->
            Stream.of(TEXT, SUB_FIELD, PROCESSOR)
                .map(way -> Tables.figure(hours(size.documents * micros(sets, way))))
                .reduce((one, other) -> one + ", " + other)
                .orElseThrow());
  }

  private static String row(String name, Function<Size, String> cell) {
    return "| " + name + " | " + String.join(" | ", SIZES.stream().map(cell).toList()) + " |\n";
  }

  /** A figure of the example by its name on the page. */
  String example(String name) {
    double copies = 2 * EXAMPLE.documents;
    double text = micros(ENGLISH, TEXT);
    double sub = micros(ENGLISH, SUB_FIELD);
    return switch (name) {
      case "field" -> Tables.figure(fieldBytes());
      case "letters" ->
          String.join(
              " and ", ENGLISH.stream().map(set -> Tables.figure(characters(set))).toList());
      case "letters bytes" -> ofLetters(slope(ENGLISH, TEXT, "bytes"));
      case "letters text" -> ofLetters(slope(ENGLISH, TEXT, "cpu"));
      case "letters sub" -> ofLetters(slope(ENGLISH, SUB_FIELD, "cpu"));
      case "letters processor" -> ofLetters(slope(ENGLISH, PROCESSOR, "cpu"));
      case "letters arrival" ->
          ofLetters(slope(ENGLISH, NEAR_DUPLICATE, "cpu") - slope(ENGLISH, PROCESSOR, "cpu"));
      case "time text" -> time(copies * text / 1e6 / CORES);
      case "time sub" -> time(copies * sub / 1e6 / CORES);
      case "hours arrivals" -> Tables.figure(hoursOfArrivals());
      case "million" -> Tables.figure(ClusterCost.seconds(1_000_000));
      case "jvm" -> bytes(heap(EXAMPLE) / LIMIT);
      default -> throw new IllegalArgumentException("no figure [example:" + name + "]");
    };
  }

  private double fieldBytes() {
    return queries.bytes(Indices.SEGMENTS);
  }

  private double sourceBytes() {
    return way(SHORT, PROCESSOR).number("bytes") - way(SHORT, SUB_FIELD).number("bytes");
  }

  private Line way(String set, String way) {
    return ingest.way(set + "/" + way);
  }

  private double characters(String set) {
    return ingest.set(set).number("characters");
  }

  /** The processor time of a text. */
  private double micros(List<String> sets, String way) {
    return line(sets, way, "cpu");
  }

  /** A figure of a text: on the line through those of the short and of the long texts. */
  private double line(List<String> sets, String way, String figure) {
    String shorter = sets.get(0);
    return way(shorter, way).number(figure)
        + slope(sets, way, figure) * (LETTERS - characters(shorter));
  }

  /** The growth of a figure with each letter of a text. */
  private double slope(List<String> sets, String way, String figure) {
    double[] at = sets.stream().mapToDouble(this::characters).toArray();
    double[] of = sets.stream().mapToDouble(set -> way(set, way).number(figure)).toArray();
    return (of[1] - of[0]) / (at[1] - at[0]);
  }

  private static String ofLetters(double slope) {
    return Tables.figure(1_000 * slope);
  }

  private double query(Size size) {
    return queries.median("signature/default")
        + MILLIS_PER_MILLION * (size.millions() / size.nodes - 1);
  }

  private double arrivalMicros() {
    return micros(ENGLISH, NEAR_DUPLICATE) - micros(ENGLISH, PROCESSOR);
  }

  /** All nodes together, each document compared with all. */
  private double arrival(Size size) {
    return arrivalMicros() / 1e3 + MILLIS_PER_MILLION * size.millions();
  }

  /** Each document is compared with those before it: with half of them on average. */
  private double hoursOfArrivals() {
    double millis = arrival(new Size(EXAMPLE.documents / 2, EXAMPLE.nodes));
    return hours(EXAMPLE.documents * millis * 1e3);
  }

  private static double clusters(Size size) {
    return ClusterCost.seconds((long) size.documents);
  }

  private static double heap(Size size) {
    return ClusterCost.heap((long) size.documents, false, false);
  }

  private static double hours(double micros) {
    return micros / 1e6 / 3600;
  }

  private static String time(double seconds) {
    return seconds < 120
        ? Tables.figure(seconds) + " s"
        : seconds < 7200
            ? Math.round(seconds / 60) + " minutes"
            : Tables.figure(seconds / 3600) + " hours";
  }

  private static String bytes(double bytes) {
    return bytes < 1e9 ? Math.round(bytes / 1e6) + " MB" : Tables.figure(bytes / 1e9) + " GB";
  }
}
