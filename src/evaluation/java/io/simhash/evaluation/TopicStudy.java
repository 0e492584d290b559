package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
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
          Profiles.TF_IDF,
          Profiles.COMPOSITE,
          Profiles.COMPOSITE_5,
          Profiles.WORDS,
          Profiles.DEFAULT);

  private TopicStudy() {}

  static String table(Corpus labelled, IdfModel idf, Settings settings, Progress progress) {
    Corpus corpus = sameTopic(labelled);
    Map<String, Profile> profiles = Profiles.all(idf);
    List<Fingerprints> fingerprints =
        WEIGHTINGS.stream()
            .map(name -> new Fingerprints(profiles.get(name), corpus.size()))
            .toList();
    Vectors sets = new Vectors(corpus.size());
    List<Analysis.Sink> sinks = new ArrayList<>(fingerprints);
    sinks.add(Signatures.shingles(2, sets));
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    double pairs = corpus.size() * (corpus.size() - 1) / 2.0;
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%d documents; a random pair has the same topic with probability %s.%n%n",
            corpus.size(),
            Tables.share(corpus.truth().pairs().size() / pairs)));
    text.append("| neighbours | level | precision | recall | pairs |\n|---|---|---|---|---|\n");
    Method shingling =
        new Similarity(
            "shingling, 2 characters", sets, sets::jaccard, "J", .2, .15, .1, .08, .06, .04, .02);
    append(
        text, Outcome.of(shingling, corpus, settings.workers()), IntStream.range(0, 7).toArray());
    for (int i = 0; i < fingerprints.size(); i++) {
      Hamming method = new Hamming(WEIGHTINGS.get(i), fingerprints.get(i), 24);
      append(text, Outcome.of(method, corpus, settings.workers()), DISTANCES);
    }
    return text.toString();
  }

  /** The same documents; true pairs are those of one label. */
  private static Corpus sameTopic(Corpus corpus) {
    List<Corpus.Pair> pairs = new ArrayList<>();
    List<Corpus.Document> documents = corpus.documents();
    for (int a = 0; a < documents.size(); a++) {
      for (int b = a + 1; b < documents.size(); b++) {
        if (documents.get(a).label().equals(documents.get(b).label())) {
          pairs.add(new Corpus.Pair(a, b, 1));
        }
      }
    }
    return new Corpus(corpus.name(), documents, new Corpus.Truth(1, pairs));
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
}
