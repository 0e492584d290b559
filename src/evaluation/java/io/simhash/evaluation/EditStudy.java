package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.profile.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Recall of edited copies by kind and grade of the edit, on the project's own sample texts. */
final class EditStudy {

  private static final int DRAWS = 10;

  private final Settings settings;
  private final List<Document> documents = new ArrayList<>();
  private final List<Integer> originals = new ArrayList<>();
  private final List<EditKind> kinds = new ArrayList<>();
  private final List<Double> grades = new ArrayList<>();
  private Fingerprints ours;
  private Fingerprints traditional;
  private Fingerprints composite;
  private Signatures signatures;
  private NearValue[] values;

  private EditStudy(Settings settings) {
    this.settings = settings;
  }

  /** The table of one language, whose unedited texts are given. */
  static String table(List<Document> texts, boolean chinese, Settings settings, Progress progress)
      throws IOException {
    EditStudy study = new EditStudy(settings);
    study.edit(texts, chinese);
    study.analyse(chinese, progress);
    return study.table();
  }

  private void edit(List<Document> texts, boolean chinese) {
    documents.addAll(texts);
    for (int draw = 0; draw < DRAWS; draw++) {
      Edits edits = new Edits(texts, settings.seed() + draw);
      for (EditKind kind : EditKind.values()) {
        for (double grade : kind.grades()) {
          for (int i = 0; i < texts.size() && (chinese || kind != EditKind.TRADITIONAL); i++) {
            documents.add(edits.of(i, kind, grade));
            originals.add(i);
            kinds.add(kind);
            grades.add(grade);
          }
        }
      }
    }
  }

  private void analyse(boolean chinese, Progress progress) throws IOException {
    IdfModel idf = Profiles.shippedIdf(chinese);
    Map<String, Profile> profiles = Profiles.all(idf);
    int size = documents.size();
    ours = new Fingerprints(profiles.get(Profiles.DEFAULT), size);
    traditional = new Fingerprints(profiles.get(Profiles.TRADITIONAL), size);
    composite = new Fingerprints(profiles.get(Profiles.COMPOSITE), size);
    signatures =
        new Signatures(Shingles.ofSize(settings.shingle()), List.of(settings.family()), size);
    List<Analysis.Sink> sinks = List.of(ours, traditional, composite, signatures);
    Analysis.run(documents, settings.analyzer(), sinks, progress);
    values = signatures.values(ours, settings.family());
  }

  private String table() {
    StringBuilder text = new StringBuilder();
    text.append("| edit | grade | mean J | contained | mean distance | default | d ≤ ");
    text.append(settings.distance()).append(" alone | traditional d ≤ 3 | composite d ≤ 3 | Ĵ ≥ ");
    text.append(Tables.shortShare(settings.minSimilarity()));
    text.append(" alone |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (EditKind kind : EditKind.values()) {
      for (double grade : kind.grades()) {
        int[] edits =
            IntStream.range(0, kinds.size())
                .filter(i -> kinds.get(i) == kind && grades.get(i) == grade)
                .toArray();
        text.append(edits.length == 0 ? "" : row(kind, grade, edits));
      }
    }
    return text.toString();
  }

  private String row(EditKind kind, double grade, int[] edits) {
    return String.format(
        Locale.ROOT,
        "| %s | %.0f %% | %.2f | %.2f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
        kind.label(),
        grade * 100,
        mean(edits, i -> signatures.sets().jaccard(original(i), edited(i))),
        mean(edits, i -> signatures.sets().containment(original(i), edited(i))),
        mean(edits, i -> distance(ours, i)),
        share(edits, this::isNear),
        share(edits, i -> distance(ours, i) <= settings.distance()),
        share(edits, i -> distance(traditional, i) <= 3),
        share(edits, i -> distance(composite, i) <= 3),
        share(edits, this::isSimilar));
  }

  private int original(int edit) {
    return originals.get(edit);
  }

  private int edited(int edit) {
    return documents.size() - originals.size() + edit;
  }

  private int distance(Fingerprints fingerprints, int edit) {
    return new Hamming("", fingerprints).level(original(edit), edited(edit));
  }

  /** Whether the default query finds it. */
  private boolean isNear(int edit) {
    NearRule rule = new NearRule(settings.radius(), settings.distance(), settings.minSimilarity());
    NearValue original = values[original(edit)];
    NearValue edited = values[edited(edit)];
    return original != null && edited != null && rule.holds(original, edited);
  }

  private boolean isSimilar(int edit) {
    return signatures.similarity(original(edit), edited(edit), settings.family())
        >= settings.minSimilarity();
  }

  private static double mean(int[] edits, IntToDoubleFunction value) {
    return IntStream.of(edits).mapToDouble(value).average().orElse(0);
  }

  private static double share(int[] edits, IntPredicate test) {
    return mean(edits, i -> test.test(i) ? 1 : 0);
  }
}
