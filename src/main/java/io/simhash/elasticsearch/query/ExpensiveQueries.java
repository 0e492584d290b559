package io.simhash.elasticsearch.query;

import static org.elasticsearch.search.SearchService.ALLOW_EXPENSIVE_QUERIES;

import io.simhash.core.block.ProbePlan;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;

/**
 * Refuses the near queries that may compare all documents, where the cluster setting {@code
 * search.allow_expensive_queries} is {@code false}. The query and the mapping decide, never the
 * documents of a segment: the same query is refused on every index with the same mapping.
 *
 * <p>The options {@code min_similarity} and {@code minhash} of an allowed {@code simhash_near} are
 * not expensive: they compare the signatures of documents that block terms have found.
 */
final class ExpensiveQueries {

  /**
   * The largest {@code max_distance} that is allowed. Its {@link ProbePlan} looks up 548 block
   * values; that of 12 has 1,108, and comparing all documents is often cheaper.
   */
  static final int MAX_DISTANCE = 11;

  private ExpensiveQueries() {}

  /** Requires that the query is allowed. An unmapped field is not this error. */
  static void requireAllowed(NearQuery query, IndexFields fields) {
    if (fields.context().allowExpensiveQueries()) {
      return;
    }
    if (confirms(query)) {
      throw refuse(fields, "[" + query.name() + "] queries with [confirm]");
    }
    switch (query) {
      case SimHashNear near -> {
        if (near.maxDistance() == null || near.maxDistance() > MAX_DISTANCE) {
          throw refuse(
              fields,
              "[simhash_near] queries without [max_distance] of at most [" + MAX_DISTANCE + "]");
        }
      }
      case MinHashNear near -> requireBands(near, fields);
    }
  }

  private static boolean confirms(NearQuery query) {
    return switch (query) {
      case SimHashNear near -> near.confirm() != null;
      case MinHashNear near -> near.confirm() != null;
    };
  }

  private static void requireBands(MinHashNear near, IndexFields fields) {
    Integer minMatchingBands = near.minMatchingBands();
    if (minMatchingBands != null && minMatchingBands == 0) {
      throw refuse(fields, "[minhash_near] queries with [min_matching_bands] [0]");
    }
    boolean hasNoBands =
        fields.context().getFieldType(near.field()) instanceof MinHashFieldType field
            && field.bands().isEmpty();
    if (hasNoBands) {
      throw refuse(
          fields, "[minhash_near] queries on [" + near.field() + "], a field without [bands],");
    }
  }

  private static RuntimeException refuse(IndexFields fields, String queries) {
    return fields.refuse(
        "%s cannot be executed when '%s' is set to false.",
        queries, ALLOW_EXPENSIVE_QUERIES.getKey());
  }
}
