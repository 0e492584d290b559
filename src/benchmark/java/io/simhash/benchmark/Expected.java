package io.simhash.benchmark;

import io.simhash.core.near.NearRule;

/**
 * The hits that a row must find.
 *
 * @param kind how it is known
 * @param radius the radius, for the kinds that have one
 */
record Expected(Kind kind, int radius) {

  /** How it is known what a row must find. */
  enum Kind {
    /** Nothing. */
    NONE,
    /**
     * The four members of the family, and the documents without a signature within the default
     * distance.
     */
    FAMILY,
    /** The four documents of the term. */
    TERM,
    /** All documents within the radius, by brute force. */
    WITHIN,
    /** As many as possible of the documents within the radius: the recall is measured. */
    RECALL,
    /** At least the document itself. */
    ITSELF,
    /** All documents. */
    ALL
  }

  static final Expected NOTHING = new Expected(Kind.NONE, 0);
  static final Expected FAMILY = new Expected(Kind.FAMILY, NearRule.DEFAULT_MAX_DISTANCE_ALONE);
  static final Expected TERM = new Expected(Kind.TERM, 0);
  static final Expected ITSELF = new Expected(Kind.ITSELF, 0);
  static final Expected ALL = new Expected(Kind.ALL, 0);

  static Expected within(int radius) {
    return new Expected(Kind.WITHIN, radius);
  }

  static Expected recall(int radius) {
    return new Expected(Kind.RECALL, radius);
  }
}
