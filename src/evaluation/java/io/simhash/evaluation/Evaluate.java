package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
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
      bin/evaluate [study] [option …]      prints tables, writes charts and tables under --output

      studies: (none)       every method on every set, a table for every radius
               --short      short texts: poems, and their titles
               --languages  what the default query finds in every set, and its clusters, one line a set
               --report     all of them; writes docs/accuracy.md and docs/accuracy/*

      options: --data=folder --sets=a,b --only=regular expression of rows --limit=documents
               --analyzer=ansj|standard --radius=n, max_distance with signatures
               --distance=n, max_distance without --hashes=n --bands=n --rows=n
               --shingle=auto|n --min-similarity=x --seed=n, of hash functions
               --workers=n --output=folder --commit=name

      A set is a folder with docs.jsonl.gz and truth-j0.5-kN.tsv.gz; the name of a Chinese one begins with zh.
      --languages takes all sets of the folder, whatever --sets and --limit say.
      """;

  private static final List<String> STUDIES = List.of("help", "short", "languages", "report");
  private static final String SHORT_TEXTS = "zh-tang-two-editions";

  /** The rows of short texts: what users can ask for, and the measure itself. */
  private static final String SHORT_TEXT_ROWS = "our default|minhash_near|shingling";

  private static final int TITLE_SHINGLE = 3;

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
      case "short" -> out.print(shortTexts());
      case "languages" -> {
        Languages languages = Languages.of(Path.of(settings.data()), progress);
        out.print(languages.found() + "\n" + languages.clusters());
      }
      case "report" -> new AccuracyReport(this, settings).write();
      default -> {
        for (String set : settings.sets()) {
          List<Outcome> outcomes = methods(set);
          out.println("## " + set + "\n\n" + tables(outcomes));
          AccuracyReport.draw(outcomes, settings, Path.of(settings.output()), set);
        }
      }
    }
  }

  /**
   * Compares the pairs that each method finds in a set; writes every level under {@code --output}.
   */
  List<Outcome> methods(String set) throws IOException {
    return methods(corpus(set), settings.only());
  }

  private List<Outcome> methods(Corpus corpus, String only) throws IOException {
    IdfModel idf = Profiles.shippedIdf(corpus.isChinese());
    List<Method> methods = Methods.of(corpus, settings, idf, Pattern.compile(only), progress);
    List<Outcome> outcomes = new ArrayList<>();
    StringBuilder everyLevel = new StringBuilder();
    progress.start("comparing all pairs of " + corpus.name(), methods.size());
    for (Method method : methods) {
      Outcome outcome = Outcome.of(method, corpus, settings.workers());
      outcomes.add(outcome);
      everyLevel.append(Tables.everyLevel(outcome));
      progress.step();
    }
    progress.end();
    Path folder = Path.of(settings.output());
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(corpus.name() + ".md"), everyLevel);
    return outcomes;
  }

  /** The tables of the outcomes on one set. */
  String tables(List<Outcome> outcomes) {
    return Tables.overview(outcomes) + "\n" + Tables.atDistance(outcomes, settings.distance());
  }

  /** The tables of poems and of their titles. */
  String shortTexts() throws IOException {
    Corpus poems = corpus(SHORT_TEXTS);
    return "## Poems\n\n"
        + Tables.overview(methods(poems, SHORT_TEXT_ROWS))
        + "\n## Titles\n\n"
        + Tables.overview(methods(titles(poems), SHORT_TEXT_ROWS));
  }

  /** The titles of a corpus as texts of their own; the truth is computed, exactly. */
  private Corpus titles(Corpus corpus) {
    List<Corpus.Document> titles =
        corpus.documents().stream()
            .map(d -> new Corpus.Document(d.id(), "", d.title(), d.label()))
            .filter(d -> d.content().isEmpty() == false)
            .toList();
    Vectors sets = new Vectors(titles.size());
    List<Analysis.Sink> sinks = List.of(Signatures.shingles(TITLE_SHINGLE, sets));
    Analysis.run(titles, settings.analyzer(), sinks, progress);
    List<Corpus.Pair> pairs = new ArrayList<>();
    new Similarity("", sets, sets::jaccard, "J", .5)
        .join(0, 1, (a, b, level) -> pairs.add(new Corpus.Pair(a, b, (float) sets.jaccard(a, b))));
    return new Corpus(corpus.name() + "-titles", titles, new Corpus.Truth(TITLE_SHINGLE, pairs));
  }

  private Corpus corpus(String set) throws IOException {
    return Corpus.read(Path.of(settings.data(), set)).first(settings.limit());
  }
}
