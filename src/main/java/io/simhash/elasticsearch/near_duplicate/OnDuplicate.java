package io.simhash.elasticsearch.near_duplicate;

/** The choices of {@code on_duplicate}. */
enum OnDuplicate {
  TAG,
  DROP,
  FAIL,
  ROUTE;

  /** Whether the document is not indexed where it was sent to. */
  boolean isRemoval() {
    return this != TAG;
  }
}
