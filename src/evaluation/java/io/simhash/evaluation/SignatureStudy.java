package io.simhash.evaluation;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a second opinion does to the default at each radius: by number of components and least
 * similarity, on average and at worst over independent signatures, for at few components chance
 * decides near the threshold. Beside it the last word, which no chance touches.
 */
final class OpinionStudy {

  private static final int ALL_COMPONENTS = 1024;
  private static final int MOST_PARTS = 5;
  private static final int[] COMPONENTS = {64, 128, 192, 256, 384, 512};
  private static final double[] LEAST = {.50, .52, .53, .55, .60, .65};
  private static final int[] RADII = {12, 16, 20, 22, 24};

  private final Corpus corpus;
  private final Settings settings;
  private final Hamming candidates;
  private final Signatures signatures;
  private final Signatures yardstick;

  private OpinionStudy(
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
    return new OpinionStudy(corpus, settings, draws, signatures, yardstick).table(progress);
  }

  private String table(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append("| components | least | bytes |");
    IntStream.of(RADII).forEach(radius -> text.append(" d ≤ ").append(radius).append(" |"));
    text.append("\n|---|---|---|").append("---|".repeat(RADII.length)).append('\n');
    Grid alone = Grid.of(corpus, candidates, (a, b) -> 1.0, settings.workers());
    append(text, "none | | ", List.of(alone), 1);
    progress.start("second opinions", COMPONENTS.length);
    for (int components : COMPONENTS) {
      List<Grid> parts = new ArrayList<>();
      for (int part = 0; part < Math.min(MOST_PARTS, ALL_COMPONENTS / components); part++) {
        int run = part;
        parts.add(
            Grid.of(
                corpus,
                candidates,
                (a, b) -> signatures.similarity(a, b, components, run),
                settings.workers()));
      }
      for (double least : LEAST) {
        int bytes = components * settings.bits() / Byte.SIZE;
        append(text, components + " | " + Tables.share(least) + " | " + bytes, parts, least);
      }
      progress.step();
    }
    progress.end();
    Grid exact = Grid.of(corpus, candidates, yardstick.shingles()::jaccard, settings.workers());
    append(text, "last word | .500 | ", List.of(exact), Truth.DUPLICATE);
    return text.toString();
  }

  private static void append(StringBuilder text, String head, List<Grid> grids, double least) {
    text.append("| ").append(head).append(" |");
    for (int radius : RADII) {
      text.append(' ').append(cell(grids, g -> g.precision(radius, least)));
      text.append(" / ").append(cell(grids, g -> g.recall(radius, least, .5f)));
      text.append(" / ").append(cell(grids, g -> g.recall(radius, least, .8f))).append(" |");
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
