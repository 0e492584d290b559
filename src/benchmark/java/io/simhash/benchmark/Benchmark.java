package io.simhash.benchmark;

import io.simhash.evaluation.Options;
import io.simhash.evaluation.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The command line of the benchmark: {@code bin/benchmark --help} says what it can do. */
public final class Benchmark {

  private static final String USAGE =
      """
      bin/benchmark [option …]    measures a node; prints tables, writes --output/<documents>.json
      bin/benchmark --cluster-heap   measures time and heap of _simhash/clusters; --documents, --rows, --heap
      bin/benchmark --cluster-check  compares clusters of the sets under --data with brute force, and with the true pairs
      bin/benchmark --stream      documents a second with `near_duplicate` and without; --rounds, --heap
      bin/benchmark --report      writes docs/performance.md from the results in --output

      options: --documents=n      documents with made fingerprints (1,000,000)
               --quick            100,000 documents, less time for everything
               --rows=regex       rows whose index/name matches; "ingest" is one of them
               --real=n           documents of real text (20,000)
               --seconds=n        time in which the rows are measured (300)
               --rounds=n         rounds of ingest (4)
               --ingest=n         characters of each set in a round (5,000,000)
               --heap=4g          heap of the node
               --data=folder --seed=n --output=folder --commit=name

      An index is only built if one of its rows is asked for.
      """;

  private static final Path PAGE = Path.of("docs");

  private Benchmark() {}

  /** Runs what the arguments say. */
  public static void main(String... arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream log = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    try {
      run(arguments, out, log);
    } catch (IllegalArgumentException e) {
      log.println(e.getMessage());
      log.println("bin/benchmark --help says what there is.");
      System.exit(2);
    }
  }

  private static void run(String[] arguments, PrintStream out, PrintStream log) throws IOException {
    Options options = new Options(arguments);
    Settings settings = Settings.of(options, command(arguments));
    boolean help = options.flag("help");
    boolean report = options.flag("report");
    boolean check = options.flag("cluster-check");
    boolean heap = options.flag("cluster-heap");
    boolean stream = options.flag("stream");
    options.requireAllKnown();
    if (help) {
      out.print(USAGE);
    } else if (report) {
      new Page(Results.read(Path.of(settings.output()))).write(PAGE);
    } else if (check) {
      new ClusterCheck(settings, out).check();
    } else if (heap) {
      try (Node node = Node.start(settings.heap())) {
        new ClusterHeap(settings, node, out).measure(new Progress(log));
      }
    } else if (stream) {
      try (Node node = Node.start(settings.heap())) {
        new NearDuplicateStream(settings, node, out).measure(new Progress(log));
      }
    } else {
      try (Node node = Node.start(settings.heap())) {
        Results results = new Run(settings, node, new Progress(log)).measure();
        results.write(Path.of(settings.output()));
        out.println(Tables.all(results));
      }
    }
  }

  /** The command as it was typed, without what names folders and the commit. */
  private static String command(String... arguments) {
    return Arrays.stream(arguments)
        .filter(a -> a.matches("--(commit|data|output)=.*") == false)
        .collect(Collectors.joining(" ", "bin/benchmark ", ""))
        .strip();
  }
}
