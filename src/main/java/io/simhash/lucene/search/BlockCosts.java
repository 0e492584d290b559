package io.simhash.lucene.search;

/**
 * The cost of finding candidates by blocks, in doc values that {@link NearScan} could read instead.
 *
 * @param lookUp cost of looking up one block value in the terms dictionary
 * @param candidate cost of one candidate, from its posting to its verification
 */
record BlockCosts(int lookUp, int candidate) {

  /**
   * Thread time of {@code NearQueryBenchmark} on a million random fingerprints: 1.0 to 1.5 ns a doc
   * value, 0.25 to 0.6 µs a look-up, 0.10 to 0.13 µs a candidate. The two ways then cross at a
   * distance of 11: 1.1 ms by blocks, 1.0 to 1.5 by scan; 0.4 ms by blocks at 8, 2.0 at 12.
   */
  static final BlockCosts MEASURED = new BlockCosts(300, 100);

  long total(long lookUps, long candidates) {
    return lookUps * lookUp + candidates * candidate;
  }
}
