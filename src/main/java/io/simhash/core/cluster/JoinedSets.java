package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.near.ConfirmRule;
import java.util.Optional;

/**
 * The sets of elements that are neighbours. With {@code confirm}, neighbours are kept until there
 * are enough to compare their texts, and joined if these confirm them.
 */
final class JoinedSets {

  /** The pairs whose texts are read at a time; see {@link TextPairs} for the memory they take. */
  private static final int CONFIRMED_AT_A_TIME = 1_000;

  private final UnionFind sets;

  /** The check of neighbours by their texts; {@code null} for none. */
  private final TextPairs texts;

  private long compared;

  JoinedSets(int elements, ElementReader reader, Optional<ConfirmRule> confirm, Runnable check) {
    this.sets = new UnionFind(elements);
    this.texts =
        confirm.isEmpty()
            ? null
            : new TextPairs(
                reader,
                confirm.get(),
                CONFIRMED_AT_A_TIME,
                pair -> sets.connected(pair.a(), pair.b()) == false,
                pair -> sets.union(pair.a(), pair.b()),
                check);
  }

  UnionFind sets() {
    return sets;
  }

  long compared() {
    return compared;
  }

  /** Whether two elements may be confirmed: as far as is known, both have a text. */
  boolean areConfirmable(int a, int b) {
    return texts == null || texts.mayHaveText(a) && texts.mayHaveText(b);
  }

  /** Whether two elements have to be compared, and counts those that have. */
  boolean compares(int a, int b) {
    boolean undecided = sets.connected(a, b) == false && areConfirmable(a, b);
    compared += undecided ? 1 : 0;
    return undecided;
  }

  /** Joins two neighbours, or keeps them until there are enough to compare their texts. */
  void join(int a, int b, double similarity) {
    if (texts == null) {
      sets.union(a, b);
    } else {
      texts.add(a, b, similarity);
    }
  }

  /** Decides all neighbours that wait for their texts. */
  void flush() {
    if (texts != null) {
      texts.flush();
    }
  }
}
