package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import java.util.List;

/**
 * Which bands a candidate must share with the query.
 *
 * @param terms the query's band terms, see {@link Bands#terms}
 * @param least how many of them a candidate has at least, from 1 to all
 */
public record MatchingBands(List<String> terms, int least) {

  public MatchingBands {
    terms = List.copyOf(terms);
    if (least < 1 || least > terms.size()) {
      throw new IllegalArgumentException(
          "[min_matching_bands] must be in [1, " + terms.size() + "] but was [" + least + "]");
    }
  }

  @Override
  public String toString() {
    return least + " of " + terms.size() + " bands";
  }
}
