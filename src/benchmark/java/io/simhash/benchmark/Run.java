package io.simhash.benchmark;

import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
  private static final int[] CANDIDATES = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000};
  private static final double RECALL = .99;
  private static final int RECALL_QUERIES = 100;

  private final Settings settings;
  private final Node node;
  private final Progress progress;
  private final Map<String, Indexer.Built> built = new LinkedHashMap<>();
  private final Map<Row, Check.Found> checked = new LinkedHashMap<>();
  private Fingerprints real;
  private final Map<String, String> skipped = new LinkedHashMap<>();

  Run(Settings settings, Node node, Progress progress) {
    this.settings = settings;
    this.node = node;
    this.progress = progress;
  }

  Results measure() throws IOException {
    long start = System.nanoTime();
    List<Row> rows = new ArrayList<>();
    buildMade(rows);
    if (settings.sets().contains("real")) {
      buildReal(rows);
    }
    say("indexed", start);
    List<Row> measured = check(rows);
    say("checked", start);
    Turns turns = new Turns(node.http(), settings.seed(), progress);
    Map<Row, Samples> samples =
        measured.isEmpty() ? Map.of() : turns.measure(measured, settings.seconds());
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("documents", settings.documents());
    json.put("commit", settings.commit());
    json.put("command", settings.command());
    json.put("machine", Machine.describe(settings.heap(), node.jvm(), node.version()));
    json.put("rounds", turns.rounds());
    json.put("indices", built.values().stream().map(Run::size).toList());
    json.put("queries", Timings.of(samples, checked, turns.rounds(), settings.seed()));
    json.put("skipped", skipped);
    boolean ingest = settings.sets().contains("real") && settings.rows().matcher(INGEST).find();
    say("measured queries", start);
    // Kept even if the run is interrupted during ingest.
    new Results(json).write(Path.of(settings.output()));
    json.put(INGEST, ingest ? new Ingest(node, settings, progress).measure() : List.of());
    say("done", start);
    return new Results(json);
  }

  private static void say(String phase, long start) {
    System.err.printf(Locale.ROOT, "%s after %.0f s%n", phase, Indexer.seconds(start));
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

  private void buildMade(List<Row> rows) {
    List<Row> wanted = wanted(Rows.all(settings));
    Set<String> needed = wanted.stream().map(Row::index).collect(Collectors.toSet());
    for (Index index : Indices.of(settings)) {
      if (needed.contains(index.name()) == false) {
        continue;
      }
      if (index.name().equals(Indices.HNSW) && settings.documents() > settings.hnsw()) {
        skipped.put(index.name(), "more than --hnsw=" + settings.hnsw() + " documents");
        continue;
      }
      new Indexer(node, progress)
          .build(index, reason -> refuse(index, reason))
          .ifPresent(result -> built.put(index.name(), result));
    }
    wanted.stream().filter(row -> built.containsKey(row.index())).forEach(rows::add);
  }

  /** Only what an earlier version of the plugin lacks may be missing. */
  private void refuse(Index index, String reason) {
    if (index.name().equals(Indices.LEVELS) == false) {
      throw new AssertionError("the node refuses the index [" + index.name() + "]: " + reason);
    }
    skipped.put(index.name(), reason);
    System.err.println("skipped [" + index.name() + "]: " + reason);
  }

  private void buildReal(List<Row> rows) {
    List<Row> wanted = wanted(RealIndex.rows(settings, settings.real()));
    if (wanted.isEmpty()) {
      return;
    }
    List<String> texts = RealTexts.mixed(settings);
    RealIndex.putPipeline(node.http());
    Index index = RealIndex.of(texts);
    new Indexer(node, progress)
        .build(index, reason -> refuse(index, reason))
        .ifPresent(result -> built.put(index.name(), result));
    real = RealIndex.fingerprints(node.http(), texts.size());
    rows.addAll(wanted(RealIndex.rows(settings, texts.size())));
  }

  /** The rows whose hits are right, with the fewest candidates of the graph that suffice. */
  private List<Row> check(List<Row> rows) {
    Check check = new Check(node.http());
    List<Row> answered = new ArrayList<>();
    progress.start("checking the hits of all rows", rows.size());
    for (Row row : rows) {
      Row chosen = row.name().equals("knn hnsw") ? withRecall(check) : row;
      Check.Found found = check.of(chosen, truth(row.index()));
      answered.add(chosen);
      checked.putIfAbsent(chosen, found);
      progress.step();
    }
    progress.end();
    return answered;
  }

  private Fingerprints truth(String index) {
    return index.equals(RealIndex.NAME) ? real : Indices.planted(index, settings);
  }

  private Row withRecall(Check check) {
    Row row = null;
    for (int candidates : CANDIDATES) {
      row = Rows.knn(settings, candidates);
      Check.Found found = check.of(row, Indices.full(settings), RECALL_QUERIES);
      checked.put(row, found);
      System.err.printf(Locale.ROOT, "%nrecall of [%s]: %.4f%n", row.name(), found.recall());
      if (found.recall() >= RECALL) {
        break;
      }
      if (candidates < CANDIDATES[CANDIDATES.length - 1]) {
        checked.remove(row);
      }
    }
    return row;
  }

  private static Map<String, Object> size(Indexer.Built index) {
    Map<String, Double> fields = new LinkedHashMap<>();
    index
        .bytesByField()
        .forEach((name, bytes) -> fields.put(name, (double) bytes / index.documents()));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", index.name());
    json.put("what", index.what());
    json.put("documents", index.documents());
    json.put("seconds", index.seconds());
    json.put("merge_seconds", index.mergeSeconds());
    json.put("segments", index.segments());
    json.put("bytes", (double) index.bytes() / index.documents());
    json.put("field_bytes", index.fieldBytes());
    json.put("fields", fields);
    return json;
  }
}
