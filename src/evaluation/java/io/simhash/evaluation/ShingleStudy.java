package io.simhash.evaluation;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The default query and {@code confirm} with shingles of other sizes: the size {@code auto} against
 * the fixed ones that suit one language, and, on a set that mixes scripts, the rule of {@code auto}
 * with other figures.
 */
final class ShingleStudy {

  private static final int[] SIZES = {Shingling.AUTO, 5, 12};
  private static final int[] DISTANCES = {500, 1000};
  private static final int[] ONE_IN = {10, 20, 40};

  private final Settings settings;
  private final CheckedPairs pairs;
  private final Map<String, Signatures> rows = new LinkedHashMap<>();

  private ShingleStudy(
      Corpus corpus, Settings settings, Map<String, Shingles> shingles, Progress progress) {
    this.settings = settings;
    List<MinHash> families = CheckedPairs.families(settings, settings.components());
    shingles.forEach((name, cut) -> rows.put(name, new Signatures(cut, families, corpus.size())));
    Draws draws = new Draws(Profiles.shipped(), 1, corpus.size());
    List<Analysis.Sink> sinks = new ArrayList<>(rows.values());
    sinks.add(draws);
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    Hamming candidates = new Hamming("", draws.own(), settings.radius());
    pairs = new CheckedPairs(corpus, candidates, settings.workers());
  }

  /** One row for each fixed size, and {@code auto}. */
  static String sizes(Corpus corpus, Settings settings, Progress progress) {
    Map<String, Shingles> shingles = new LinkedHashMap<>();
    for (int size : SIZES) {
      shingles.put("`" + Shingles.name(size) + "`", Shingles.ofSize(size));
    }
    return new ShingleStudy(corpus, settings, shingles, progress).table(progress);
  }

  /** One row for each choice of the figures in the rule of {@code auto}. */
  static String rules(Corpus corpus, Settings settings, Progress progress) {
    Map<String, Shingles> shingles = new LinkedHashMap<>();
    shingles.put("equal width", new EqualWidth());
    for (int distance : DISTANCES) {
      for (int oneIn : ONE_IN) {
        shingles.put(distance + " characters, 1 in " + oneIn, new AutoRule(distance, oneIn));
      }
    }
    return new ShingleStudy(corpus, settings, shingles, progress).table(progress);
  }

  private String table(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append("| shingles | default query | with the stored signature | with `confirm` |\n");
    text.append("|---|---|---|---|\n");
    progress.start("shingles", rows.size());
    rows.forEach(
        (name, signatures) -> {
          List<Grid> estimated = pairs.estimated(signatures, settings.components());
          List<Grid> confirmed = pairs.confirmed(signatures, settings.components());
          List<String> cells =
              List.of(
                  name,
                  cell(estimated, settings.minSimilarity()),
                  cell(estimated.subList(0, 1), settings.minSimilarity()),
                  cell(confirmed, Truth.DUPLICATE));
          text.append("| ").append(String.join(" | ", cells)).append(" |\n");
          progress.step();
        });
    progress.end();
    return text.toString();
  }

  private String cell(List<Grid> grids, double minSimilarity) {
    return Grid.cell(grids, settings.radius(), minSimilarity);
  }
}
