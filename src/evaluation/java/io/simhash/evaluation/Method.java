package io.simhash.evaluation;

import java.util.List;

/**
 * A way to find near-duplicates: it puts pairs on levels, the likest first. Level 0 of a
 * fingerprint is distance 0; level 3 of a similarity with steps of .05 is "at least .85".
 */
interface Method {

  /** Takes a pair that was found. */
  @FunctionalInterface
  interface Pairs {
    void add(int a, int b, int level);
  }

  /** The name in the tables. */
  String name();

  /** The name of each level. */
  List<String> levels();

  /** The level of a pair; {@code levels().size()} or more where it is not found at all. */
  int level(int a, int b);

  /**
   * Every pair that is found, each once, with its level: exact, and complete.
   *
   * @param worker which share of the pairs, from 0
   * @param workers how many shares there are; together they are all pairs
   */
  void join(int worker, int workers, Pairs pairs);
}
