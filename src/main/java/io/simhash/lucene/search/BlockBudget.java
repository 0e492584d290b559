package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;

/**
 * What the candidates of one segment may cost: as much as a scan.
 *
 * @param documents number of documents with a fingerprint
 * @param maxCandidates number of candidates from which on the other clauses of the search are a
 *     better start
 */
record BlockBudget(
    BlockCosts costs,
    BlockCosts.Reading reading,
    ProbePlan plan,
    long documents,
    long maxCandidates) {

  /**
   * Whether evenly spread fingerprints would have candidates that cost less than a scan. Others may
   * cost more: that shows when they are looked up.
   */
  boolean isPlausible() {
    return affords(0, 0);
  }

  /**
   * Whether blocks cost less than a scan.
   *
   * @param lookUps number of values that were looked up
   * @param candidates number of documents that they had; the other values of the plan are expected
   *     to have as many as with evenly spread fingerprints
   */
  boolean affords(int lookUps, long candidates) {
    return affords(lookUps, 0, candidates);
  }

  /**
   * The same with the second level of blocks.
   *
   * @param subLookUps number of values of sub-blocks that were looked up
   */
  boolean affords(int lookUps, int subLookUps, long candidates) {
    double all = candidates + expected(plan.probes() - lookUps);
    return candidates <= maxCandidates
        && cost(plan.probes() + subLookUps, all) <= costs.scan(reading, documents);
  }

  /** The cost of looking values up and comparing the fingerprints of candidates. */
  double cost(int lookUps, double candidates) {
    return costs.blocks(reading, lookUps, candidates);
  }

  /** The number of candidates of evenly spread fingerprints, at least 1. */
  long expectedCandidates() {
    return Math.max(1, (long) expected(plan.probes()));
  }

  private double expected(int lookUps) {
    return (double) documents * Math.max(0, lookUps) / Blocks.VALUES;
  }
}
