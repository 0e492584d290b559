package io.simhash.evaluation;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Recall of edited copies by kind and grade of the edit, on the sample texts of the demo. */
final class EditStudy {

  private static final Path SAMPLES = Path.of("src/demo/articles.jsonl");
  private static final int SHORTEST = 200; // characters
  private static final int DRAWS = 10;

  /** An edited copy: its position, that of its original, and what was done. */
  private record Edit(int copy, int original, Edits.Kind kind, double grade) {}

  private final Settings settings;
  private final List<Corpus.Document> documents = new ArrayList<>();
  private final List<Edit> edits = new ArrayList<>();
  private final Fingerprints ours;
  private final Fingerprints traditional;
  private final Fingerprints composite;
  private final Signatures signatures;
  private final NearValue[] values;

  private EditStudy(boolean chinese, Settings settings, Progress progress) throws IOException {
    this.settings = settings;
    edit(samples(chinese), chinese);
    Map<String, Profile> profiles = Profiles.all(Profiles.shippedIdf(chinese));
    int size = documents.size();
    ours = new Fingerprints(profiles.get(Profiles.DEFAULT), size);
    traditional = new Fingerprints(profiles.get(Profiles.TRADITIONAL), size);
    composite = new Fingerprints(profiles.get(Profiles.COMPOSITE), size);
    signatures = new Signatures(settings.shingle(), settings.bands(), settings.seed(), size);
    List<Analysis.Sink> sinks = List.of(ours, traditional, composite, signatures);
    Analysis.run(documents, settings.analyzer(), sinks, progress);
    values = signatures.values(ours);
  }

  /** The table of one language. */
  static String table(boolean chinese, Settings settings, Progress progress) throws IOException {
    return new EditStudy(chinese, settings, progress).table();
  }

  /**
   * The texts of one language that are not edited copies of others, without the short ones: the
   * study of short texts has those.
   */
  private static List<Corpus.Document> samples(boolean chinese) throws IOException {
    List<Corpus.Document> texts = new ArrayList<>();
    for (String line : Files.readAllLines(SAMPLES)) {
      Map<String, Object> fields = Corpus.fields(line);
      boolean ofLanguage = fields.get("language").equals(chinese ? "zh" : "en");
      if (ofLanguage && List.of("original", "other").contains(fields.get("kind"))) {
        Corpus.Document text = Corpus.Document.of(fields);
        if (text.content().length() >= SHORTEST) {
          texts.add(text);
        }
      }
    }
    return texts;
  }

  private void edit(List<Corpus.Document> texts, boolean chinese) {
    documents.addAll(texts);
    for (int draw = 0; draw < DRAWS; draw++) {
      Edits drawn = new Edits(texts, settings.seed() + draw);
      for (Edits.Kind kind : Edits.Kind.values()) {
        for (double grade : kind.grades()) {
          for (int i = 0; i < texts.size() && (chinese || kind != Edits.Kind.TRADITIONAL); i++) {
            edits.add(new Edit(documents.size(), i, kind, grade));
            documents.add(drawn.of(i, kind, grade));
          }
        }
      }
    }
  }

  private String table() {
    StringBuilder text = new StringBuilder();
    text.append("| edit | grade | mean J | contained | mean distance | default | d ≤ ");
    text.append(settings.distance()).append(" alone | traditional d ≤ 3 | composite d ≤ 3 | Ĵ ≥ ");
    text.append(Tables.shortShare(settings.minSimilarity()));
    text.append(" alone |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (Edits.Kind kind : Edits.Kind.values()) {
      for (double grade : kind.grades()) {
        List<Edit> some =
            edits.stream().filter(edit -> edit.kind() == kind && edit.grade() == grade).toList();
        text.append(some.isEmpty() ? "" : row(kind, grade, some));
      }
    }
    return text.toString();
  }

  private String row(Edits.Kind kind, double grade, List<Edit> some) {
    return String.format(
        Locale.ROOT,
        "| %s | %.0f %% | %.2f | %.2f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f |%n",
        kind.label(),
        grade * 100,
        mean(some, edit -> signatures.sets().jaccard(edit.original(), edit.copy())),
        mean(some, edit -> signatures.sets().containment(edit.original(), edit.copy())),
        mean(some, edit -> distance(ours, edit)),
        share(some, this::isNear),
        share(some, edit -> distance(ours, edit) <= settings.distance()),
        share(some, edit -> distance(traditional, edit) <= 3),
        share(some, edit -> distance(composite, edit) <= 3),
        share(some, this::isSimilar));
  }

  private static int distance(Fingerprints fingerprints, Edit edit) {
    return new Hamming("", fingerprints).level(edit.original(), edit.copy());
  }

  /** Whether the default query finds it. */
  private boolean isNear(Edit edit) {
    NearRule rule = new NearRule(settings.radius(), settings.distance(), settings.minSimilarity());
    NearValue original = values[edit.original()];
    NearValue copy = values[edit.copy()];
    return original != null && copy != null && rule.holds(original, copy);
  }

  private boolean isSimilar(Edit edit) {
    return signatures.similarity(edit.original(), edit.copy()) >= settings.minSimilarity();
  }

  private static double mean(List<Edit> some, ToDoubleFunction<Edit> value) {
    return some.stream().mapToDouble(value).average().orElse(0);
  }

  private static double share(List<Edit> some, Predicate<Edit> test) {
    return mean(some, edit -> test.test(edit) ? 1 : 0);
  }
}
