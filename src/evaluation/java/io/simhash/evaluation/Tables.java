package io.simhash.evaluation;

import java.util.List;
import java.util.Locale;

/** Outcomes as Markdown. */
final class Tables {

  /** The precision at which methods are compared by what they still find. */
  static final double HIGH_PRECISION = .95;

  private Tables() {}

  /** A table of every level of one method. */
  static String everyLevel(Outcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(outcome.method()).append("\n\n");
    text.append(
        "| level | P | R ≥.5 | R ≥.8 | R ≥.9 | F1 | pairs | ARI |\n|---|---|---|---|---|---|---|---|\n");
    for (int level = 0; level < outcome.levels().size(); level++) {
      text.append(row(outcome.levels().get(level), outcome, level));
    }
    return text.append('\n').toString();
  }

  /** A table with one row a method: its best level by F1, and what it finds while it is precise. */
  static String overview(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    text.append("| method | best level | P | R ≥.5 | R ≥.8 | R ≥.9 | F1 | pairs | ARI |");
    text.append(
        " while P ≥ .95 | R ≥.5 | R ≥.8 |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (Outcome outcome : outcomes) {
      int best = best(outcome);
      int precise = widestPrecise(outcome);
      String cells = row(outcome.method() + " | " + outcome.levels().get(best), outcome, best);
      text.append(cells, 0, cells.length() - 1);
      text.append(
          precise < 0
              ? " none | | |\n"
              : String.format(
                  Locale.ROOT,
                  " %s | %s | %s |%n",
                  outcome.levels().get(precise),
                  share(outcome.recall5(precise)),
                  share(outcome.recall8(precise))));
    }
    return text.toString();
  }

  /** A table with one row a fingerprint: what it finds within one distance. */
  static String atDistance(List<Outcome> outcomes, int distance) {
    StringBuilder text = new StringBuilder();
    text.append("| within ").append(distance);
    text.append(
        " bits | P | R ≥.5 | R ≥.8 | R ≥.9 | F1 | pairs | ARI |\n|---|---|---|---|---|---|---|---|\n");
    for (Outcome outcome : outcomes) {
      if (outcome.isByDistance()) {
        text.append(row(outcome.method(), outcome, distance));
      }
    }
    return text.toString();
  }

  private static String row(String head, Outcome outcome, int level) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %s | %d | %s |%n",
        head,
        share(outcome.precision(level)),
        share(outcome.recall5(level)),
        share(outcome.recall8(level)),
        share(outcome.recall9(level)),
        share(outcome.f1(level)),
        outcome.found()[level],
        share(outcome.rand()[level]));
  }

  /** The level with the best F1, the narrowest of several. */
  static int best(Outcome outcome) {
    int best = 0;
    for (int level = 1; level < outcome.levels().size(); level++) {
      best = outcome.f1(level) > outcome.f1(best) ? level : best;
    }
    return best;
  }

  /** The widest level that is still precise and finds something; -1 for none. */
  static int widestPrecise(Outcome outcome) {
    int widest = -1;
    for (int level = 0; level < outcome.levels().size(); level++) {
      boolean precise = outcome.precision(level) >= HIGH_PRECISION && outcome.right5()[level] > 0;
      widest = precise ? level : widest;
    }
    return widest;
  }

  /** As many decimals as there are, without a leading zero. */
  static String shortShare(double value) {
    String text = Double.toString(value);
    return text.startsWith("0") ? text.substring(1) : text;
  }

  /** Three decimals without a leading zero; never rounded up to 1. */
  static String share(double value) {
    double shown = value < 1 ? Math.min(value, .9994) : value;
    String text = String.format(Locale.ROOT, "%.3f", shown);
    return text.startsWith("0") ? text.substring(1) : text;
  }
}
