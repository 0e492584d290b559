package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import java.util.List;

/**
 * The bands that candidates of a {@link MinHashNearQuery} share with the query.
 *
 * @param terms the query's band terms, see {@link Bands#terms}
 * @param min minimum number of them that a candidate has, from 1 to all
 */
public record MatchingBands(List<String> terms, int min) {

  public MatchingBands {
    terms = List.copyOf(terms);
    Ranges.require("min_matching_bands", min, 1, terms.size());
  }

  @Override
  public String toString() {
    return min + " of " + terms.size() + " bands";
  }
}
