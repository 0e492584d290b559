package io.simhash.elasticsearch.near_duplicate;

/** The result for a document whose value can be read. */
enum Outcome {
  WITHOUT_FINGERPRINT,
  UNIQUE,
  TAGGED,
  DROPPED,
  REFUSED,
  ROUTED,
  /** Its search did not end within {@code timeout}. */
  UNKNOWN,
  /** Its search failed, or its tags could not be written. */
  FAILED
}
