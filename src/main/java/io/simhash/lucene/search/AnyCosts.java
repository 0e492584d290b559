package io.simhash.lucene.search;

/**
 * The costs of a {@link SimHashNearAnyQuery} in one segment, in doc values that could be read
 * instead.
 *
 * @param lookUp cost of looking up one block value
 * @param candidate cost of one candidate of one fingerprint, from its posting to its verification
 * @param comparison cost of comparing one doc value with one fingerprint
 */
record AnyCosts(double lookUp, double candidate, double comparison) {

  /**
   * Measured by {@code AnyQueryBenchmark}. A comparison takes .12 with vector instructions that
   * count bits and .38 without; with the value between, the choice costs at most twice the best.
   */
  static final AnyCosts MEASURED = new AnyCosts(400, 15, .2);

  double ofBlocks(double lookUps, double candidates) {
    return lookUps * lookUp + candidates * candidate;
  }

  double ofScan(double documents, int fingerprints) {
    return documents * (1 + fingerprints * comparison);
  }
}
