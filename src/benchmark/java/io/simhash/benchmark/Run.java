package io.simhash.benchmark;

import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One run: builds the indices, checks the rows, measures them, measures ingest. */
final class Run {

  private static final String INGEST = "ingest";

  private final Settings settings;
  private final Node node;
  private final Progress progress;
  private final List<Indexer.Built> built = new ArrayList<>();

  Run(Settings settings, Node node, Progress progress) {
    this.settings = settings;
    this.node = node;
    this.progress = progress;
  }

  Results measure() throws IOException {
    long start = System.nanoTime();
    boolean real = wanted(RealIndex.rows(settings, settings.real())).isEmpty() == false;
    boolean ingest = settings.rows().matcher(INGEST).find();
    boolean passages = PassagesIndex.isWanted(settings.rows());
    if (real || ingest || passages) {
      settings.requireData();
    }
    List<Row> rows = new ArrayList<>(wanted(Rows.all(settings)));
    Set<String> needed = rows.stream().map(Row::index).collect(Collectors.toSet());
    Indices.of(settings).stream()
        .filter(index -> needed.contains(index.name()))
        .forEach(this::build);
    if (real) {
      Index index = RealIndex.of(settings);
      build(index);
      rows.addAll(wanted(RealIndex.rows(settings, index.documents())));
    }
    if (passages) {
      addPassages(rows);
    }
    say("indexed", start);
    Map<Row, Double> hits = check(rows);
    Map<Row, Map<String, Double>> reads = new HashMap<>();
    rows.forEach(row -> reads.put(row, Reads.of(node.http(), row)));
    say("checked", start);
    Turns turns = new Turns(node.http(), settings.seed(), progress);
    Map<Row, Samples> samples = rows.isEmpty() ? Map.of() : turns.measure(rows, settings.seconds());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("documents", settings.documents());
    json.put("commit", settings.commit());
    json.put("command", settings.command());
    json.put("machine", node.machine(settings.heap()));
    json.put("rounds", turns.rounds());
    json.put("indices", built.stream().map(Indexer.Built::json).toList());
    json.put("queries", lines(samples, hits, reads, turns.rounds()));
    say("measured queries", start);
    // Kept even if the run is interrupted during ingest.
    new Results(json).write(Path.of(settings.output()));
    json.put(INGEST, ingest ? new Ingest(node, settings, progress).measure() : List.of());
    say("done", start);
    return new Results(json);
  }

  private void addPassages(List<Row> rows) throws IOException {
    PassagesIndex passages = new PassagesIndex(settings);
    List<Row> asked = wanted(passages.rows());
    passages.indices().stream()
        .filter(index -> asked.stream().anyMatch(row -> row.index().equals(index.name())))
        .forEach(this::build);
    rows.addAll(asked);
  }

  private static void say(String phase, long start) {
    System.err.printf(Locale.ROOT, "%s after %.0f s%n", phase, Indexer.seconds(start));
  }

  private void build(Index index) {
    built.add(new Indexer(node, progress).build(index));
  }

  /** Rows that are asked for, with the rows that they are compared with. */
  private List<Row> wanted(List<Row> all) {
    Set<String> keys = new HashSet<>();
    for (Row row : all) {
      if (settings.rows().matcher(row.key()).find()) {
        keys.addAll(List.of(row.key(), row.termKey(), row.versus()));
      }
    }
    return all.stream().filter(row -> keys.contains(row.key())).toList();
  }

  /** The number of hits of the rows, which must be right. */
  private Map<Row, Double> check(List<Row> rows) {
    Map<Row, Double> hits = new HashMap<>();
    progress.start("checking the hits of all rows", rows.size());
    for (Row row : rows) {
      hits.put(row, Check.hits(node.http(), row, Indices.planted(row.index(), settings)));
      progress.step();
    }
    progress.end();
    return hits;
  }

  /** The samples of all rows as lines of the results. */
  private List<Map<String, Object>> lines(
      Map<Row, Samples> samples,
      Map<Row, Double> hits,
      Map<Row, Map<String, Double>> reads,
      int rounds) {
    Map<String, Samples> byKey = new HashMap<>();
    samples.forEach((row, of) -> byKey.put(row.key(), of));
    List<Map<String, Object>> lines = new ArrayList<>();
    samples.forEach(
        (row, of) -> {
          Map<String, Object> line = new LinkedHashMap<>();
          line.put("index", row.index());
          line.put("name", row.name());
          line.put("hits", hits.get(row));
          line.put("reads", reads.get(row));
          line.put("samples", of.size());
          line.put("median_us", of.sorted().median() / 1e3);
          line.put("p10_us", of.sorted().percentile(10) / 1e3);
          line.put("p99_us", of.sorted().percentile(99) / 1e3);
          putRatio(line, "times", of, byKey.get(row.termKey()), rounds);
          if (byKey.containsKey(row.versus())) {
            line.put("versus_key", row.versus());
            putRatio(line, "versus", of, byKey.get(row.versus()), rounds);
          }
          lines.add(line);
        });
    return lines;
  }

  private void putRatio(
      Map<String, Object> line, String name, Samples of, Samples other, int rounds) {
    if (other != null) {
      Samples.Ratio ratio = of.dividedBy(other, rounds, settings.seed());
      line.put(name, Map.of("value", ratio.value(), "low", ratio.low(), "high", ratio.high()));
    }
  }
}
