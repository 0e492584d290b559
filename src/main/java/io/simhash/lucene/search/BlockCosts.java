package io.simhash.lucene.search;

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
}
