package io.simhash.evaluation;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Precision and recall of the default fingerprints checked by signatures of the same text, by
 * radius, {@link Bands} and {@code min_similarity}. The last rows are {@code confirm}.
 */
final class SignatureStudy {

  private static final Bands[] BANDS = {
    new Bands(256, 64, 2),
    new Bands(512, 64, 2),
    Bands.DEFAULT,
    new Bands(2048, 64, 2),
    new Bands(1024, 16, 2),
    new Bands(1024, 64, 3)
  };

  private static final double[] MIN_SIMILARITIES = {.44, .48, .50, .51, .52, .54, .56, .60};
  private static final int[] RADII = {12, 16, 20, 24, 28};

  private final Settings settings;
  private final CheckedPairs pairs;
  private final Signatures signatures;
  private final Signatures yardstick;
  private final int yardstickSize;
  private final StringBuilder text = new StringBuilder();

  private SignatureStudy(Corpus corpus, Settings settings, Progress progress) {
    this.settings = settings;
    yardstickSize = corpus.truth().shingleSize();
    Fingerprints fingerprints = new Fingerprints(Profiles.shipped(), corpus.size());
    List<Signatures.Family> families = CheckedPairs.families(BANDS);
    signatures = new Signatures(Shingles.ofSize(settings.shingle()), families, corpus.size());
    yardstick = new Signatures(Shingles.ofSize(yardstickSize), List.of(), corpus.size());
    List<Analysis.Sink> sinks = List.of(fingerprints, signatures, yardstick);
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    Hamming candidates = new Hamming("", fingerprints, RADII[RADII.length - 1]);
    pairs = new CheckedPairs(corpus, candidates, settings.workers());
  }

  static String table(Corpus corpus, Settings settings, Progress progress) {
    return new SignatureStudy(corpus, settings, progress).table(progress);
  }

  private String table(Progress progress) {
    text.append("| hashes:bands×rows | `min_similarity` | bytes |");
    IntStream.of(RADII).forEach(radius -> text.append(" d ≤ ").append(radius).append(" |"));
    text.append("\n|---|---|---|").append("---|".repeat(RADII.length)).append('\n');
    append("none", "", "", List.of(pairs.unchecked()), 1);
    progress.start("signatures", BANDS.length);
    for (Bands bands : BANDS) {
      List<Grid> grids = pairs.estimated(signatures, bands);
      for (double minSimilarity : MIN_SIMILARITIES) {
        append(bands.toString(), Tables.share(minSimilarity), bytes(bands), grids, minSimilarity);
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
    String least = Tables.share(NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM);
    String own = "`confirm`, shingles of `" + size + "`, behind Ĵ ≥ " + least;
    List<Grid> grids = pairs.confirmed(signatures, Bands.DEFAULT);
    append(own, shown, bytes(Bands.DEFAULT), grids, Truth.DUPLICATE);
  }

  private static String bytes(Bands bands) {
    return Integer.toString(new SignatureParameters(Optional.empty(), bands).bytes());
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
