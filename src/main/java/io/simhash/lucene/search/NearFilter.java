package io.simhash.lucene.search;

import java.io.IOException;

/** Removes documents within the maximum distance that cannot match for another reason. */
@FunctionalInterface
interface NearFilter {

  /** Removes no document. */
  NearFilter NONE = (docs, distances, size) -> size;

  /**
   * Moves the documents that may match, and their distances, to the front. Documents come in
   * ascending order, also from call to call.
   *
   * @param size number of documents
   * @return number of documents that may match
   */
  int filter(int[] docs, int[] distances, int size) throws IOException;
}
