package io.simhash.evaluation;

import java.util.List;

/** The kinds of edits of a text, each in grades from mild to strong. */
enum EditKind {
  /** A share of the units (a Chinese character, an English word) becomes another unit. */
  SUBSTITUTIONS("substitutions", .02, .05, .10, .20, .30),
  /** A share of the units goes. */
  DELETIONS("deletions", .02, .05, .10, .20, .30),
  /** Units come in, as a share of those that are there. */
  INSERTIONS("insertions", .02, .05, .10, .20, .30),
  /** A share of the sentences changes places. */
  SENTENCE_SHUFFLE("sentence shuffle", .25, .50, 1),
  /** A share of the paragraphs goes, one at least, and one stays. */
  PARAGRAPH_DROP("paragraph drop", .20, .40, .60),
  /** Foreign sentences before and after, as a share of the text's length. */
  BOILERPLATE("boilerplate head and foot", .10, .25, .50, 1),
  /** Another title, which is also the first line of the text. */
  RETITLING("retitling", 1),
  /** A share of the sentences is written in traditional characters; Chinese only. */
  TRADITIONAL("traditional characters", .25, .50, 1);

  private final String label;
  private final List<Double> grades;

  EditKind(String label, double... grades) {
    this.label = label;
    this.grades = java.util.Arrays.stream(grades).boxed().toList();
  }

  /** The name in the tables. */
  String label() {
    return label;
  }

  /** Shares, mild to strong. */
  List<Double> grades() {
    return grades;
  }
}
