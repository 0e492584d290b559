package io.simhash.lucene.compat;

import org.apache.lucene.search.TotalHits;

/** The number of hits of a search. A field in Lucene 9, a method in Lucene 10. */
public final class HitCount {

  private HitCount() {}

  /** The number, exact or a lower bound as the search counted. */
  public static long of(TotalHits total) {
    return total.value;
  }
}
