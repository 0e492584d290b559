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
   * @param excluded the documents that must not be hits: their ids by concrete index and routing
   */
  record AnyOf(List<NearQuery> queries, Map<DocumentPlace, Set<String>> excluded)
      implements Resolution {}
}
