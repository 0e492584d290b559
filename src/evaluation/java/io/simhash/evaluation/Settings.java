package io.simhash.evaluation;

import io.simhash.lucene.search.SimHashNearQuery;
import java.util.List;
import java.util.Locale;

/**
 * The options of a run on the command line; each is written {@code --name=value}.
 *
 * @param data the folder that holds the corpora
 * @param sets names of corpora, in order
 * @param only a regular expression: the rows that are run
 * @param limit documents of a corpus that are looked at
 * @param radius the widest distance of the default with a check
 * @param distance the documented radius of the default
 * @param components components of a signature
 * @param bits bits of a component
 * @param shingle characters in a shingle of the signatures; 0 for the size that fits the set
 * @param minSimilarity the similarity that {@code minhash} requires
 * @param seed chooses minhashes and edits
 * @param workers shares that the pairs are cut into
 * @param output folder for tables and curves
 * @param commit what the report says was measured
 */
record Settings(
    String data,
    List<String> sets,
    String only,
    int limit,
    int radius,
    int distance,
    int components,
    int bits,
    int shingle,
    double minSimilarity,
    long seed,
    int workers,
    String output,
    String commit) {

  static Settings of(Options options) {
    return new Settings(
        options.text("data", "../shared/data"),
        List.of(
            options
                .text("sets", "zh-tidb-docs-versions,zh-laws,en-docs-versions,en-mccormick2500")
                .split(",", -1)),
        options.text("only", ""),
        options.number("limit", Integer.MAX_VALUE),
        options.number("radius", 24),
        options.number("distance", SimHashNearQuery.DEFAULT_MAX_DISTANCE),
        options.number("components", 384),
        options.number("bits", 8),
        options.number("shingle", 0),
        Double.parseDouble(options.text("min-similarity", "0.53")),
        options.number("seed", 0),
        options.number("workers", Runtime.getRuntime().availableProcessors()),
        options.text("output", "target/evaluation"),
        options.text("commit", "unknown").toLowerCase(Locale.ROOT));
  }

  /** Characters in a shingle for a set whose truth was made with {@code fitting}. */
  int shingleSize(int fitting) {
    return shingle == 0 ? fitting : shingle;
  }

  /** The same with another size of shingles. */
  Settings withShingle(int size) {
    return new Settings(
        data,
        sets,
        only,
        limit,
        radius,
        distance,
        components,
        bits,
        size,
        minSimilarity,
        seed,
        workers,
        output,
        commit);
  }
}
