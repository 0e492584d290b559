package io.simhash.evaluation;

import java.io.IOException;
import java.nio.file.Path;

/** Writes {@code docs/accuracy.md} and the curves beside it. */
final class AccuracyReport {

  private static final Path FILE = Path.of("docs/accuracy.md");
  private static final Path CURVES = Path.of("docs/accuracy");
  private static final String TANG = "zh-tang-two-editions";

  private static final String ENGLISH = "en-docs-versions";
  private static final int CHINESE_SHINGLE = 5;

  private final Evaluate evaluate;
  private final Settings settings;

  AccuracyReport(Evaluate evaluate, Settings settings) {
    this.evaluate = evaluate;
    this.settings = settings;
  }

  void write() throws IOException {
    Report report = new Report(settings);
    report.say(Texts.read("head").formatted(settings.commit(), settings.distance()));
    for (String set : settings.sets()) {
      report.say("## " + set).say(Texts.read(set));
      report.measure("methods-" + set, () -> evaluate.study("methods", set));
      evaluate.draw(set, CURVES);
      curve(report, set, "pr", "precision over recall");
      curve(report, set, "recall", "recall by distance");
    }
    report.say(Texts.read("luck"));
    for (String set : settings.sets()) {
      report.say("### " + set);
      report.measure("luck-" + set, () -> evaluate.study("luck", set));
    }
    report.say(Texts.read("opinion"));
    for (String set : settings.sets()) {
      report.say("### " + set);
      report.measure("opinion-" + set, () -> evaluate.study("opinion", set));
      if (set.equals(ENGLISH)) {
        report.say(Texts.read("opinion-english"));
        Evaluate shorter = evaluate.with(settings.withShingle(CHINESE_SHINGLE));
        report.measure("opinion-short-" + set, () -> shorter.study("opinion", set));
      }
    }
    report.say(Texts.read("short"));
    report.say("### " + TANG).measure("short-" + TANG, () -> evaluate.study("short", TANG));
    report.say(Texts.read("edits"));
    report.say("### Chinese").measure("edits-zh", () -> evaluate.edits(true));
    report.say("### English").measure("edits-en", () -> evaluate.edits(false));
    report.say(Texts.read("topics")).measure("topics", evaluate::topics);
    report.say(Texts.read("limits"));
    report.write(FILE);
  }

  private static void curve(Report report, String set, String kind, String caption) {
    report.say("![" + set + ": " + caption + "](accuracy/" + set + "-" + kind + ".svg)");
  }
}
