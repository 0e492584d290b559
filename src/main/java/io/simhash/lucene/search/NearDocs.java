package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Documents with a fingerprint, each with its distance from the query's. */
abstract class NearDocs extends DocIdSetIterator {

  /** The distance of the current document. */
  abstract int distance() throws IOException;

  /**
   * Whether the iterator returns only documents within the maximum distance; otherwise it returns
   * all that have a fingerprint.
   */
  abstract boolean isExact();

  /** Lowers the maximum distance: documents beyond it are not wanted any more. */
  abstract void setMaxDistance(int maxDistance);
}
