package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;

/**
 * Costs of finding the neighbours in a segment, in nanoseconds: by blocks, or by a scan that
 * compares all fingerprints.
 *
 * @param lookUp cost of looking up one block value in the terms dictionary
 * @param full fingerprints in doc values that all documents have
 * @param sparse fingerprints in doc values that some documents do not have
 */
record BlockCosts(double lookUp, Reading full, Reading sparse) {

  /**
   * Costs of reading and comparing one fingerprint.
   *
   * @param scanned of a scan
   * @param candidate of a candidate that blocks have found, with its posting
   */
  record Reading(double scanned, double candidate) {}

  /**
   * Medians on 1 and 10 million random fingerprints, of a plain timing loop over the searches of
   * {@code NearQueryBenchmark} while other programs used the machine: 0.3 to 0.5 µs a look-up and 6
   * ns a posting; 0.48 and 0.55 ns a fingerprint of a scan where all documents have one, 4.6 where
   * one in a hundred has none; 25 to 31 ns to sort and verify a candidate in full doc values, 63 to
   * 81 in others.
   */
  static final BlockCosts MEASURED =
      new BlockCosts(350, new Reading(0.55, 35), new Reading(4.7, 75));

  /** The reading of a segment in which all documents, or only some, have a fingerprint. */
  Reading reading(boolean isFull) {
    return isFull ? full : sparse;
  }

  double blocks(Reading reading, long lookUps, double candidates) {
    return lookUps * lookUp + candidates * reading.candidate;
  }

  double scan(Reading reading, long documents) {
    return documents * reading.scanned;
  }

  /**
   * What the candidates of one segment may cost: as much as a scan.
   *
   * @param documents number of documents with a fingerprint
   * @param maxCandidates number of candidates from which on the other clauses of the search are a
   *     better start
   */
  record Budget(
      BlockCosts costs,
      BlockCosts.Reading reading,
      ProbePlan plan,
      long documents,
      long maxCandidates) {

    /**
     * Whether evenly spread fingerprints would have candidates that cost less than a scan. Others
     * may cost more: that shows when they are looked up.
     */
    boolean isPlausible() {
      return affords(0, 0);
    }

    /**
     * Whether blocks cost less than a scan.
     *
     * @param lookUps number of values that were looked up
     * @param candidates number of documents that they had; the other values of the plan are
     *     expected to have as many as with evenly spread fingerprints
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
}
