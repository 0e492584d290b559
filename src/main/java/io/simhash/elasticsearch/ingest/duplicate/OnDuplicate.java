package io.simhash.elasticsearch.ingest.duplicate;

import java.util.Locale;

/** The treatment of a document that has a near-duplicate. */
enum OnDuplicate {
  /** It is indexed with the near-duplicate in its target field. */
  TAG,
  /** It is not indexed. */
  DROP,
  /** It is an error of the document. */
  FAIL,
  /** It is tagged, and indexed into another index. */
  ROUTE;

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
