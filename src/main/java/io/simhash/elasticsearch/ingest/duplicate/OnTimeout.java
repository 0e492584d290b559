package io.simhash.elasticsearch.ingest.duplicate;

import java.util.Locale;

/** What happens to a document for which no answer came in time. */
enum OnTimeout {
  /** It is indexed with the mark that nothing is known of its near-duplicates. */
  TAG_UNKNOWN,
  /** It is an error of the document. */
  FAIL;

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
