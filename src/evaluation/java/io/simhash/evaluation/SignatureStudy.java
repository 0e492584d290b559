package io.simhash.evaluation;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.near.NearRule;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Precision and recall of the default fingerprints checked by signatures of the same text, by
 * radius, number of components and {@code min_similarity}. The last rows are {@code confirm}.
 */
final class SignatureStudy {

  private static final int[] COMPONENTS = {64, 128, 192, 256, 384, 512};
  private static final double[] MIN_SIMILARITIES = {.50, .52, .53, .55, .60, .65};
  private static final int[] RADII = {12, 16, 20, 22, 24};

  private final Settings settings;
  private final CheckedPairs pairs;
  private final Signatures signatures;
  private final Signatures yardstick;
  private final int yardstickSize;
  private final StringBuilder text = new StringBuilder();

  private SignatureStudy(Corpus corpus, Settings settings, Progress progress) {
    this.settings = settings;
    yardstickSize = corpus.truth().shingleSize();
    Draws draws = new Draws(Profiles.shipped(), 1, corpus.size());
    List<MinHash> families = CheckedPairs.families(settings, COMPONENTS);
    signatures = new Signatures(Shingles.ofSize(settings.shingle()), families, corpus.size());
    yardstick = new Signatures(Shingles.ofSize(yardstickSize), List.of(), corpus.size());
    List<Analysis.Sink> sinks = List.of(draws, signatures, yardstick);
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    Hamming candidates = new Hamming("", draws.own(), RADII[RADII.length - 1]);
    pairs = new CheckedPairs(corpus, candidates, settings.workers());
  }

  static String table(Corpus corpus, Settings settings, Progress progress) {
    return new SignatureStudy(corpus, settings, progress).table(progress);
  }

  private String table(Progress progress) {
    text.append("| components | `min_similarity` | bytes |");
    IntStream.of(RADII).forEach(radius -> text.append(" d ≤ ").append(radius).append(" |"));
    text.append("\n|---|---|---|").append("---|".repeat(RADII.length)).append('\n');
    append("none", "", "", List.of(pairs.unchecked()), 1);
    progress.start("signatures", COMPONENTS.length);
    for (int components : COMPONENTS) {
      List<Grid> grids = pairs.estimated(signatures, components);
      for (double minSimilarity : MIN_SIMILARITIES) {
        String shown = Tables.share(minSimilarity);
        append(Integer.toString(components), shown, bytes(components), grids, minSimilarity);
      }
      progress.step();
    }
    progress.end();
    appendConfirm();
    return text.toString();
  }

  private void appendConfirm() {
    String shown = Tables.share(Truth.DUPLICATE);
    String exact = "`confirm`, shingles of " + yardstickSize;
    append(exact, shown, "", List.of(pairs.exact(yardstick)), Truth.DUPLICATE);
    String size = Shingles.name(settings.shingle());
    int components = settings.components();
    String least = Tables.share(NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM);
    String own = "`confirm`, shingles of `" + size + "`, behind Ĵ ≥ " + least;
    List<Grid> grids = pairs.confirmed(signatures, components);
    append(own, shown, bytes(components), grids, Truth.DUPLICATE);
  }

  private String bytes(int components) {
    return Integer.toString(components * settings.bits() / Byte.SIZE);
  }

  private void append(
      String check, String shown, String bytes, List<Grid> grids, double minSimilarity) {
    text.append("| ").append(String.join(" | ", check, shown, bytes)).append(" |");
    for (int radius : RADII) {
      text.append(' ').append(Grid.cell(grids, radius, minSimilarity)).append(" |");
    }
    text.append('\n');
  }
}
