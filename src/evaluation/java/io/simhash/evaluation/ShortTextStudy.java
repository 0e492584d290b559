package io.simhash.evaluation;

import io.simhash.core.minhash.Bands;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Precision and recall of the default by the number of effective features, which is the reason for
 * {@code min_features}, and of MinHash over characters on the same short texts.
 */
final class ShortTextStudy {

  /** Components of the signatures. */
  private static final int[] HASHES = {256, 512, 1024, 2048};

  private static final int[] BOUNDS = {1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 128, 1 << 30};
  private static final int TITLE_SHINGLE = 3;

  private ShortTextStudy() {}

  /** Precision and recall of the default by the effective features of a pair's shorter text. */
  static String byFeatures(Corpus corpus, Profile profile, Settings settings, Progress progress) {
    Fingerprints own = new Fingerprints(profile, corpus.size());
    Analysis.run(corpus.documents(), settings.analyzer(), List.of(own), progress);
    Hamming method = new Hamming("", own, settings.distance());
    int sizes = BOUNDS.length - 1;
    long[] found = new long[sizes];
    method.join(0, 1, (a, b, level) -> found[bucket(own, a, b)]++);
    long[] right = new long[sizes];
    long[] right8 = new long[sizes];
    long[] all8 = new long[sizes];
    Truth truth = corpus.truth();
    for (int i = 0; i < truth.size(); i++) {
      if (own.has(truth.first()[i]) && own.has(truth.second()[i])) {
        int bucket = bucket(own, truth.first()[i], truth.second()[i]);
        boolean near = method.level(truth.first()[i], truth.second()[i]) <= method.radius();
        right[bucket] += near ? 1 : 0;
        right8[bucket] += near && truth.jaccard()[i] >= .8f ? 1 : 0;
        all8[bucket] += truth.jaccard()[i] >= .8f ? 1 : 0;
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(
        "| effective features | pairs found | P | true pairs ≥ .8 | R ≥.8 |\n|---|---|---|---|---|\n");
    for (int i = 0; i < sizes; i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %d to %s | %d | %s | %d | %s |%n",
              BOUNDS[i],
              i == sizes - 1 ? "all" : BOUNDS[i + 1],
              found[i],
              found[i] == 0 ? "–" : Tables.share((double) right[i] / found[i]),
              all8[i],
              all8[i] == 0 ? "–" : Tables.share((double) right8[i] / all8[i])));
    }
    long none = IntStream.range(0, corpus.size()).filter(i -> own.has(i) == false).count();
    return text.append("\nWithout a feature, so without a fingerprint: ")
        .append(none)
        .append(" of ")
        .append(corpus.size())
        .append(".\n")
        .toString();
  }

  private static int bucket(Fingerprints own, int a, int b) {
    double effective = Math.min(own.effective(a), own.effective(b)) + 1e-3;
    int bucket = 0;
    while (effective >= BOUNDS[bucket + 1]) {
      bucket++;
    }
    return bucket;
  }

  /** MinHash alone over short shingles, by number of components. */
  static String byMinHash(Corpus corpus, Settings settings, Progress progress) {
    int size = corpus.truth().shingleSize();
    List<Signatures.Family> families =
        IntStream.of(HASHES).mapToObj(n -> new Signatures.Family(new Bands(n, 64, 2), 0)).toList();
    Signatures signatures = new Signatures(Shingles.ofSize(size), families, corpus.size());
    Analysis.run(corpus.documents(), settings.analyzer(), List.of(signatures), progress);
    StringBuilder text = new StringBuilder();
    text.append("| components, shingles of ").append(size);
    text.append(" characters | least | P | R ≥.5 | R ≥.8 | pairs |\n|---|---|---|---|---|---|\n");
    for (Signatures.Family family : families) {
      Method method =
          new Similarity(
              "",
              signatures.bands(family),
              (a, b, shared) -> signatures.similarity(a, b, family),
              "Ĵ",
              .7,
              .65,
              .6,
              .55,
              .5);
      Outcome outcome = Tally.of(method, corpus, settings.workers());
      for (int level = 0; level < outcome.levels().size(); level++) {
        text.append(
            String.format(
                Locale.ROOT,
                "| %d | %s | %s | %s | %s | %d |%n",
                family.bands().hashes(),
                outcome.levels().get(level),
                Tables.share(outcome.precision(level)),
                Tables.share(outcome.recall5(level)),
                Tables.share(outcome.recall8(level)),
                outcome.found()[level]));
      }
    }
    return text.toString();
  }

  /** The titles of a corpus as texts of their own; the truth is computed, exactly. */
  static Corpus titles(Corpus corpus, Settings settings, Progress progress) {
    List<Document> titles =
        corpus.documents().stream()
            .map(d -> new Document(d.id(), "", d.title(), d.label()))
            .filter(d -> d.content().isEmpty() == false)
            .toList();
    Signatures shingles = new Signatures(Shingles.ofSize(TITLE_SHINGLE), List.of(), titles.size());
    Analysis.run(titles, settings.analyzer(), List.of(shingles), progress);
    Vectors sets = shingles.sets();
    List<int[]> pairs = new ArrayList<>();
    new Similarity("", sets, sets::jaccard, "J", .5)
        .join(0, 1, (a, b, level) -> pairs.add(new int[] {a, b}));
    float[] jaccard = new float[pairs.size()];
    for (int i = 0; i < jaccard.length; i++) {
      jaccard[i] = (float) sets.jaccard(pairs.get(i)[0], pairs.get(i)[1]);
    }
    int[] first = pairs.stream().mapToInt(p -> p[0]).toArray();
    int[] second = pairs.stream().mapToInt(p -> p[1]).toArray();
    return new Corpus(corpus.name(), titles, new Truth(TITLE_SHINGLE, first, second, jaccard));
  }
}
