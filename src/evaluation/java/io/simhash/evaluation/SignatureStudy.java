package io.simhash.evaluation;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Precision and recall of the default with {@code minhash} over the text, by radius, number of
 * components and {@code min_similarity}: the mean and the worst of independent signatures, because
 * with few components the result near the threshold is random. The last row is {@code confirm}.
 */
final class SignatureStudy {

  private static final int ALL_COMPONENTS = 1024;
  private static final int MAX_PARTS = 5;
  private static final int[] COMPONENTS = {64, 128, 192, 256, 384, 512};
  private static final double[] MIN_SIMILARITIES = {.50, .52, .53, .55, .60, .65};
  private static final int[] RADII = {12, 16, 20, 22, 24};

  private final Corpus corpus;
  private final Settings settings;
  private final Hamming candidates;
  private final Signatures signatures;
  private final Signatures yardstick;

  private SignatureStudy(
      Corpus corpus, Settings settings, Draws draws, Signatures signatures, Signatures yardstick) {
    this.corpus = corpus;
    this.settings = settings;
    this.candidates = new Hamming("", draws.own(), RADII[RADII.length - 1]);
    this.signatures = signatures;
    this.yardstick = yardstick;
  }

  static String table(Corpus corpus, Settings settings, Profile profile, Progress progress) {
    MinHash family = new MinHash(ALL_COMPONENTS, settings.bits(), settings.seed());
    Draws draws = new Draws(profile, 1, corpus.size());
    int shingle = settings.shingleSize(corpus.truth().shingleSize());
    Signatures signatures = new Signatures(shingle, family, corpus.size());
    Signatures yardstick =
        corpus.truth().shingleSize() == shingle
            ? signatures
            : new Signatures(corpus.truth().shingleSize(), new MinHash(1, 8, 0), corpus.size());
    List<Analysis.Sink> sinks = new ArrayList<>(List.of(draws, signatures));
    if (yardstick != signatures) {
      sinks.add(yardstick);
    }
    Analysis.run(corpus.documents(), Analysis.analyzer(corpus.isChinese()), sinks, progress);
    return new SignatureStudy(corpus, settings, draws, signatures, yardstick).table(progress);
  }

  private String table(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append("| components | `min_similarity` | bytes |");
    IntStream.of(RADII).forEach(radius -> text.append(" d ≤ ").append(radius).append(" |"));
    text.append("\n|---|---|---|").append("---|".repeat(RADII.length)).append('\n');
    Grid alone = Grid.of(corpus, candidates, (a, b) -> 1.0, settings.workers());
    append(text, "none | | ", List.of(alone), 1);
    progress.start("signatures", COMPONENTS.length);
    for (int components : COMPONENTS) {
      List<Grid> parts = new ArrayList<>();
      for (int part = 0; part < Math.min(MAX_PARTS, ALL_COMPONENTS / components); part++) {
        int run = part;
        parts.add(
            Grid.of(
                corpus,
                candidates,
                (a, b) -> signatures.similarity(a, b, components, run),
                settings.workers()));
      }
      for (double minSimilarity : MIN_SIMILARITIES) {
        int bytes = components * settings.bits() / Byte.SIZE;
        append(
            text,
            components + " | " + Tables.share(minSimilarity) + " | " + bytes,
            parts,
            minSimilarity);
      }
      progress.step();
    }
    progress.end();
    Grid exact = Grid.of(corpus, candidates, yardstick.shingles()::jaccard, settings.workers());
    append(text, "`confirm` | .500 | ", List.of(exact), Truth.DUPLICATE);
    return text.toString();
  }

  private static void append(
      StringBuilder text, String head, List<Grid> grids, double minSimilarity) {
    text.append("| ").append(head).append(" |");
    for (int radius : RADII) {
      text.append(' ').append(cell(grids, g -> g.precision(radius, minSimilarity)));
      text.append(" / ").append(cell(grids, g -> g.recall(radius, minSimilarity, .5f)));
      text.append(" / ")
          .append(cell(grids, g -> g.recall(radius, minSimilarity, .8f)))
          .append(" |");
    }
    text.append('\n');
  }

  /** The mean, and behind it the worst where there are several. */
  private static String cell(List<Grid> grids, ToDoubleFunction<Grid> value) {
    double[] values = grids.stream().mapToDouble(value).toArray();
    String mean = Tables.share(Arrays.stream(values).average().orElse(0));
    double worst = Arrays.stream(values).min().orElse(0);
    return values.length == 1 ? mean : mean + " (" + Tables.share(worst) + ")";
  }
}
