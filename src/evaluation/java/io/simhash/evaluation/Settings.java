package io.simhash.evaluation;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.Locale;

/**
 * The options of a run on the command line; each is written {@code --name=value}.
 *
 * @param data the folder that holds the corpora
 * @param sets names of corpora, in order
 * @param only a regular expression: the rows that are run
 * @param limit documents of a corpus that are looked at
 * @param analyzer the name of the analyzer of every set, see {@link Analysis#analyzer}
 * @param radius {@code max_distance} of the default query, with signatures
 * @param distance {@code max_distance} of the default query where the fingerprint decides alone
 * @param bands the number of minima of a signature, and how bands group them
 * @param shingle characters in a shingle of the signatures, or {@link Shingling#AUTO}
 * @param minSimilarity {@code min_similarity} of the default query
 * @param seed if it is not 0, chooses other hash functions of signatures
 * @param workers shares that the pairs are cut into
 * @param output folder for tables and curves
 * @param commit what the report says was measured
 */
record Settings(
    String data,
    List<String> sets,
    String only,
    int limit,
    String analyzer,
    int radius,
    int distance,
    Bands bands,
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
        options.text("analyzer", Analysis.ANSJ),
        options.number("radius", Fingerprint.BITS),
        options.number("distance", NearRule.DEFAULT_RADIUS),
        bands(options),
        shingle(options),
        Double.parseDouble(
            options.text("min-similarity", Double.toString(NearRule.DEFAULT_MIN_SIMILARITY))),
        options.number("seed", 0),
        options.number("workers", Runtime.getRuntime().availableProcessors()),
        options.text("output", "target/evaluation"),
        options.text("commit", "unknown").toLowerCase(Locale.ROOT));
  }

  private static Bands bands(Options options) {
    return new Bands(
        options.number("hashes", Bands.DEFAULT.hashes()),
        options.number("bands", Bands.DEFAULT.bands()),
        options.number("rows", Bands.DEFAULT.rows()));
  }

  private static int shingle(Options options) {
    if (options.text("shingle", "auto").equals("auto")) {
      return Shingling.AUTO;
    }
    return Ranges.require("--shingle", options.number("shingle", 1), 1, Shingling.MAX_SIZE);
  }
}
