package io.simhash.benchmark;

import io.simhash.distribution.helper.Response;
import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The time and the heap that a run of {@code _simhash/clusters} takes on a node that has the
 * documents too: the time of the last of some runs, and what the circuit breaker for requests
 * counts and what is live, both at their highest.
 *
 * <p>The live bytes are those of a class histogram, for which the JVM collects all garbage first.
 * Each of some further runs is interrupted by about {@value #HISTOGRAMS} of them; the bytes before
 * are subtracted.
 */
final class ClusterHeap {

  private static final int RUNS = 2;
  private static final int TIMED_RUNS = 3;
  private static final int HISTOGRAMS = 20;
  private static final int SHARDS = 5;

  /** The rows: an index, and the options of runs on it. */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          Indices.FINGERPRINT,
          List.of(", \"max_distance\": 3", ", \"max_distance\": 7", ", \"max_distance\": 12"),
          Indices.SIGNATURE,
          List.of(""),
          Indices.TEMPLATES,
          List.of(""));

  private final Settings settings;
  private final Node node;
  private final PrintStream out;

  ClusterHeap(Settings settings, Node node, PrintStream out) {
    this.settings = settings;
    this.node = node;
    this.out = out;
  }

  /** Highest values during the runs. */
  private static final class Peak {
    private long breaker;
    private long live;
  }

  /** Measures the rows whose index and options match {@code --rows}, and prints a line for each. */
  void measure(Progress progress) {
    out.println("| index | options | documents | took | breaker | live | live a document |");
    out.println("|---|---|---|---|---|---|---|");
    for (Index index : Indices.of(settings)) {
      List<String> rows =
          OPTIONS.getOrDefault(index.name(), List.of()).stream()
              .filter(options -> settings.rows().matcher(index.name() + options).find())
              .toList();
      if (rows.isEmpty() == false) {
        Index sharded = index.withShards(SHARDS);
        new Indexer(node, progress).build(sharded);
        rows.forEach(options -> measure(sharded, options));
        node.http().delete("/" + index.name()).ok();
      }
    }
  }

  private void measure(Index index, String options) {
    await(start(index, options), new Peak(), 0);
    long start = System.nanoTime();
    String last = "";
    for (int run = 0; run < TIMED_RUNS; run++) {
      last = await(start(index, options), new Peak(), 0);
    }
    long pause = (long) (1000 * Indexer.seconds(start)) / (TIMED_RUNS * HISTOGRAMS) + 1;
    long before = live(new Peak());
    Peak peak = new Peak();
    for (int run = 0; run < RUNS; run++) {
      await(start(index, options), peak, pause);
    }
    out.printf(
        Locale.ROOT,
        "| %s | `%s` | %,d | %s | %,d | %,d | %.0f |%n",
        index.name(),
        options,
        index.documents(),
        last,
        peak.breaker,
        peak.live - before,
        (double) (peak.live - before) / index.documents());
  }

  private Response start(Index index, String options) {
    String path = "/" + index.name() + "/_simhash/clusters?wait_for_completion=false";
    return node.http().post(path, "{\"field\": \"fp\"" + options + "}").ok();
  }

  /**
   * Waits for the end of a run; returns how long it took, or the reason of its failure.
   *
   * @param pause milliseconds between histograms; 0 for none
   */
  private String await(Response started, Peak peak, long pause) {
    String path = "/_tasks/" + started.<String>at("task");
    Response state;
    long last = System.nanoTime();
    do {
      Number breaker =
          node.stats("breaker").get("breakers") instanceof Map<?, ?> breakers
              ? (Number) ((Map<?, ?>) breakers.get("request")).get("estimated_size_in_bytes")
              : 0;
      peak.breaker = Math.max(peak.breaker, breaker.longValue());
      if (pause > 0 && System.nanoTime() - last > pause * 1_000_000) {
        live(peak);
        last = System.nanoTime();
      }
      state = node.http().get(path).ok();
    } while (Boolean.TRUE.equals(state.at("completed")) == false);
    return state.at("error") == null
        ? state.at("response.took") + " ms"
        : state.<String>at("error.reason");
  }

  /** The live bytes now. */
  private long live(Peak peak) {
    String[] total = histogram().lines().toList().getLast().trim().split(" +");
    long live = Long.parseLong(total[total.length - 1]);
    peak.live = Math.max(peak.live, live);
    return live;
  }

  private String histogram() {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process process =
          new ProcessBuilder(jcmd, Long.toString(node.pid()), "GC.class_histogram")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
