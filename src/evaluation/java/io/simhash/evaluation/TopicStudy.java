package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The literature's own experiment: neighbours count as right when they have the same topic. A
 * weighting that is unsuitable for near-duplicates may be the one that groups topics.
 */
final class TopicStudy {

  private static final int[] DISTANCES = {3, 7, 12, 16, 20, 24};
  private static final List<String> WEIGHTINGS =
      List.of(
          Profiles.TRADITIONAL,
          "tf·idf",
          Profiles.COMPOSITE,
          "composite, 5 levels by rank",
          "words, 1+ln tf",
          Profiles.DEFAULT);
  private static final int[] SIZES = {250, 500, 1000, 2000};

  private TopicStudy() {}

  static String tables(Corpus labelled, IdfModel idf, Settings settings, Progress progress) {
    Corpus corpus = sameTopic(labelled);
    Map<String, Profile> profiles = Profiles.all(idf);
    List<Fingerprints> fingerprints =
        WEIGHTINGS.stream()
            .map(name -> new Fingerprints(profiles.get(name), corpus.size()))
            .toList();
    Signatures shingles = new Signatures(Shingles.ofSize(2), List.of(), corpus.size());
    List<Analysis.Sink> sinks = new ArrayList<>(fingerprints);
    sinks.add(shingles);
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    double pairs = corpus.size() * (corpus.size() - 1) / 2.0;
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d documents; a random pair has the same topic with probability %s.%n%n",
            corpus.size(),
            Tables.share(corpus.truth().size() / pairs)));
    text.append("| neighbours | level | precision | recall | pairs |\n|---|---|---|---|---|\n");
    Vectors sets = shingles.sets();
    Method shingling =
        new Similarity(
            "shingling, 2 characters", sets, sets::jaccard, "J", .2, .15, .1, .08, .06, .04, .02);
    append(text, Tally.of(shingling, corpus, settings.workers()), IntStream.range(0, 7).toArray());
    for (int i = 0; i < fingerprints.size(); i++) {
      Hamming method = new Hamming(WEIGHTINGS.get(i), fingerprints.get(i), 24);
      append(text, Tally.of(method, corpus, settings.workers()), DISTANCES);
    }
    return text.append('\n').append(runTimes(corpus, profiles, settings)).toString();
  }

  /** The same documents; true pairs are those of one label. */
  private static Corpus sameTopic(Corpus corpus) {
    List<int[]> pairs = new ArrayList<>();
    List<Document> documents = corpus.documents();
    for (int a = 0; a < documents.size(); a++) {
      for (int b = a + 1; b < documents.size(); b++) {
        if (documents.get(a).label().equals(documents.get(b).label())) {
          pairs.add(new int[] {a, b});
        }
      }
    }
    float[] jaccard = new float[pairs.size()];
    Arrays.fill(jaccard, 1);
    int[] first = pairs.stream().mapToInt(p -> p[0]).toArray();
    int[] second = pairs.stream().mapToInt(p -> p[1]).toArray();
    return new Corpus(corpus.name(), documents, new Truth(1, first, second, jaccard));
  }

  private static void append(StringBuilder text, Outcome outcome, int[] levels) {
    for (int level : levels) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %d |%n",
              outcome.method(),
              outcome.levels().get(level),
              outcome.found()[level] == 0 ? "–" : Tables.share(outcome.precision(level)),
              Tables.share(outcome.recall5(level)),
              outcome.found()[level]));
    }
  }

  /** Milliseconds to analyse and to compare all pairs, by number of documents. */
  private static String runTimes(Corpus corpus, Map<String, Profile> profiles, Settings settings) {
    StringBuilder text = new StringBuilder();
    text.append(
        "| run time, ms | documents | features and hashes | all pairs |\n|---|---|---|---|\n");
    for (int size : SIZES) {
      Corpus part = corpus.first(size);
      Signatures shingles = new Signatures(Shingles.ofSize(2), List.of(), part.size());
      Vectors sets = shingles.sets();
      Method shingling = Similarity.of("", sets, sets::jaccard, "J");
      text.append(row("shingling, exact Jaccard", part, shingles, shingling, settings));
      for (String name : List.of(Profiles.TRADITIONAL, Profiles.COMPOSITE, Profiles.DEFAULT)) {
        Fingerprints fingerprints = new Fingerprints(profiles.get(name), part.size());
        text.append(row(name, part, fingerprints, new Hamming("", fingerprints, 3), settings));
      }
    }
    return text.toString();
  }

  private static String row(
      String name, Corpus corpus, Analysis.Sink sink, Method method, Settings settings) {
    long start = System.nanoTime();
    Progress silent =
        new Progress(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
    Analysis.run(corpus.documents(), settings.analyzer(), List.of(sink), silent);
    long analysed = System.nanoTime();
    method.join(0, 1, (a, b, level) -> {});
    long joined = System.nanoTime();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %d |%n",
        name,
        corpus.size(),
        (analysed - start) / 1_000_000,
        (joined - analysed) / 1_000_000);
  }
}
