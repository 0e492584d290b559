package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The command line of the evaluation: {@code bin/evaluate --help} says what it can do. */
public final class Evaluate {

  private static final String USAGE =
      """
      bin/evaluate [study] [option …]      prints tables, writes curves and tables under --output

      studies: (none)       every method on every set, a table for every radius
               --signature  the default with signatures, by hashes and bands, similarity and radius
               --shingles   the default query with shingles of size auto, 5 and 12
               --mixture    what a Chinese phrase in an English text costs
               --short      the default by effective features; MinHash on short text
               --edits      recall of graded edits of the sample texts
               --topics     neighbours of the same topic, the literature's experiment
               --report     all of them; writes docs/accuracy.md and docs/accuracy/*

      options: --data=folder --sets=a,b --only=regular expression of rows --limit=documents
               --analyzer=ansj|standard --radius=n, max_distance with signatures
               --distance=n, max_distance without --hashes=n --bands=n --rows=n
               --shingle=auto|n --min-similarity=x --seed=n --workers=n --output=folder --commit=name

      A set is a folder with docs.jsonl.gz and truth-j0.5-kN.tsv.gz; its name begins with zh or en.
      """;

  private static final List<String> STUDIES =
      List.of("help", "signature", "shingles", "mixture", "short", "edits", "topics", "report");

  private final Settings settings;
  private final PrintStream out;
  private final Progress progress;

  private Evaluate(Settings settings, PrintStream out, Progress progress) {
    this.settings = settings;
    this.out = out;
    this.progress = progress;
  }

  /** Runs what the arguments say. */
  public static void main(String... arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream log = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    try {
      run(new Options(arguments), out, log);
    } catch (IllegalArgumentException e) {
      log.println(e.getMessage());
      log.println("bin/evaluate --help says what there is.");
      System.exit(2);
    }
  }

  private static void run(Options options, PrintStream out, PrintStream log) throws IOException {
    Settings settings = Settings.of(options);
    List<String> studies = STUDIES.stream().filter(options::flag).toList();
    options.requireAllKnown();
    if (studies.size() > 1) {
      throw new IllegalArgumentException("one study at a time, but there were " + studies);
    }
    new Evaluate(settings, out, new Progress(log))
        .run(studies.isEmpty() ? "methods" : studies.get(0));
  }

  private void run(String study) throws IOException {
    switch (study) {
      case "help" -> out.print(USAGE);
      case "edits" -> out.print(edits(true) + "\n" + edits(false));
      case "topics" -> out.print(topics());
      case "mixture" -> out.print(mixture());
      case "report" -> new AccuracyReport(this, settings).write();
      default -> {
        for (String set : settings.sets()) {
          out.println("## " + set + "\n");
          out.println(study(study, set));
        }
      }
    }
  }

  /** The Markdown of one study on one set. */
  String study(String study, String set) throws IOException {
    return switch (study) {
      case "signature" -> SignatureStudy.table(corpus(set), settings, progress);
      case "shingles" -> ShingleStudy.table(corpus(set), settings, progress);
      case "short" -> shortText(corpus(set));
      default -> methods(corpus(set));
    };
  }

  private String methods(Corpus corpus) throws IOException {
    IdfModel idf = Profiles.shippedIdf(corpus.isChinese());
    List<Method> methods = Methods.of(corpus, settings, idf, progress).all();
    List<Outcome> outcomes = new ArrayList<>();
    List<Outcome> fingerprints = new ArrayList<>();
    StringBuilder everyLevel = new StringBuilder();
    Pattern only = Pattern.compile(settings.only());
    progress.start("comparing all pairs of " + corpus.name(), methods.size());
    for (Method method : methods) {
      if (only.matcher(method.name()).find()) {
        Outcome outcome = Tally.of(method, corpus, settings.workers());
        outcomes.add(outcome);
        if (method instanceof Hamming) {
          fingerprints.add(outcome);
        }
        everyLevel.append(Tables.everyLevel(outcome));
      }
      progress.step();
    }
    progress.end();
    Path tables = Path.of(settings.output(), corpus.name() + ".md");
    Files.createDirectories(tables.toAbsolutePath().getParent());
    Files.writeString(tables, everyLevel);
    draw(corpus.name(), Path.of(settings.output()));
    return Tables.overview(outcomes) + "\n" + Tables.atDistance(fingerprints, settings.distance());
  }

  /** Draws the curves of a set that has been measured. */
  void draw(String set, Path folder) throws IOException {
    List<Curve> curves = curves(set);
    Charts.precisionRecall(curves, settings, folder.resolve(set + "-pr.svg"));
    Charts.recallByDistance(curves, settings.distance(), folder.resolve(set + "-recall.svg"));
  }

  /** The curves of a set that has been measured. */
  List<Curve> curves(String set) throws IOException {
    return Curve.read(Path.of(settings.output(), set + ".md"));
  }

  private String shortText(Corpus corpus) {
    Profile profile = Profiles.builder(Preset.DEFAULT).build();
    Corpus titles = ShortTextStudy.titles(corpus, settings, progress);
    return "## Bodies\n\n"
        + ShortTextStudy.byFeatures(corpus, profile, settings, progress)
        + "\n"
        + ShortTextStudy.byMinHash(corpus, settings, progress)
        + "\n## Titles\n\n"
        + ShortTextStudy.byFeatures(titles, profile, settings, progress)
        + "\n"
        + ShortTextStudy.byMinHash(titles, settings, progress);
  }

  /** The table of graded edits of the sample texts of one language. */
  String edits(boolean chinese) throws IOException {
    return EditStudy.table(Samples.read(chinese), chinese, settings, progress);
  }

  /** The table of Chinese phrases in English texts. */
  String mixture() throws IOException {
    String chinese = Samples.read(true).get(0).content();
    return MixtureStudy.table(corpus("en-docs-versions").documents(), chinese);
  }

  /** The tables of same-topic neighbours. */
  String topics() throws IOException {
    Corpus corpus = corpus("zh-csl-abstracts");
    return TopicStudy.tables(corpus, Profiles.shippedIdf(true), settings, progress);
  }

  /** A corpus by the name of its folder. */
  Corpus corpus(String set) throws IOException {
    Path folder = Path.of(settings.data(), set);
    if (Files.isDirectory(folder) == false) {
      throw new IllegalArgumentException(
          "[--data] must be the folder of the sets but [" + folder + "] is none");
    }
    Corpus corpus = Corpus.read(folder);
    return settings.limit() < corpus.size() ? corpus.first(settings.limit()) : corpus;
  }
}
