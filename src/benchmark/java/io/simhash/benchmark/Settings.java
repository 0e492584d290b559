package io.simhash.benchmark;

import io.simhash.evaluation.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The options of a run on the command line; each is written {@code --name=value}.
 *
 * @param documents documents of each index with made fingerprints
 * @param real documents of the index of real texts, at most
 * @param rows the rows that are measured, by {@code index/name}
 * @param seconds time in which the queries are measured
 * @param rounds rounds of the ingest ways
 * @param ingest characters of each set in a round of an ingest way
 * @param heap heap of the node, as the JVM's {@code -Xmx}
 * @param data the folder that holds the sets of texts
 * @param seed decides the fingerprints, the queries and the order
 * @param output the folder of the results
 * @param commit what was measured
 * @param command the command that was typed
 */
record Settings(
    int documents,
    int real,
    Pattern rows,
    int seconds,
    int rounds,
    int ingest,
    String heap,
    String data,
    long seed,
    String output,
    String commit,
    String command) {

  private static final int FEWEST = 10_000;

  static Settings of(Options options, String command) {
    boolean quick = options.flag("quick");
    int documents = options.number("documents", quick ? 100_000 : 1_000_000);
    if (documents < FEWEST) {
      throw new IllegalArgumentException(
          "[--documents] must be at least [" + FEWEST + "] but was [" + documents + "]");
    }
    return new Settings(
        documents,
        options.number("real", quick ? 3_000 : 20_000),
        Pattern.compile(options.text("rows", "")),
        options.number("seconds", quick ? 40 : 300),
        options.number("rounds", quick ? 2 : 4),
        options.number("ingest", quick ? 1_000_000 : 5_000_000),
        options.text("heap", "4g"),
        options.text("data", "../shared/data"),
        options.number("seed", 1),
        options.text("output", "target/benchmark"),
        options.text("commit", "unknown"),
        command);
  }

  /** Requires the sets of texts, before anything is indexed. */
  void requireData() {
    if (Files.isDirectory(Path.of(data)) == false) {
      throw new IllegalArgumentException(
          "[--data] must be the folder of the sets of texts but [" + data + "] is no folder");
    }
  }
}
