package io.simhash.evaluation;

import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The default query and {@code confirm} with shingles of other sizes: the size {@code auto} against
 * the fixed ones that suit one language.
 */
final class ShingleStudy {

  private static final int[] SIZES = {Shingling.AUTO, 5, 12};

  private final Settings settings;
  private final CheckedPairs pairs;
  private final Map<String, Signatures> rows = new LinkedHashMap<>();

  private ShingleStudy(Corpus corpus, Settings settings, Progress progress) {
    this.settings = settings;
    List<Signatures.Family> families = CheckedPairs.families(settings.bands());
    for (int size : SIZES) {
      String name = "`" + Shingles.name(size) + "`";
      rows.put(name, new Signatures(Shingles.ofSize(size), families, corpus.size()));
    }
    Fingerprints fingerprints = new Fingerprints(Profiles.shipped(), corpus.size());
    List<Analysis.Sink> sinks = new ArrayList<>(rows.values());
    sinks.add(fingerprints);
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    Hamming candidates = new Hamming("", fingerprints, settings.radius());
    pairs = new CheckedPairs(corpus, candidates, settings.workers());
  }

  /** One row for each fixed size, and {@code auto}. */
  static String table(Corpus corpus, Settings settings, Progress progress) {
    return new ShingleStudy(corpus, settings, progress).table(progress);
  }

  private String table(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append("| shingles | default query | with the stored signature | with `confirm` |\n");
    text.append("|---|---|---|---|\n");
    progress.start("shingles", rows.size());
    rows.forEach(
        (name, signatures) -> {
          List<Grid> estimated = pairs.estimated(signatures, settings.bands());
          List<Grid> confirmed = pairs.confirmed(signatures, settings.bands());
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
