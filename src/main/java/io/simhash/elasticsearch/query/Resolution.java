package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The result of one step of {@link Resolver}. */
sealed interface Resolution {

  /** The query to go on with. */
  record Next(NearQuery query) implements Resolution {}

  /**
   * The documents that match one of several queries, with the best of their scores.
   *
   * @param queries at least one, all different
   * @param excluded the documents that must not be hits: for each index their ids
   */
  record AnyOf(List<NearQuery> queries, Map<String, Set<String>> excluded) implements Resolution {}

  /** The query matches no document. */
  record NoMatch(String reason) implements Resolution {}
}
