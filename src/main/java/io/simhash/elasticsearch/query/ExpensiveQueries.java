package io.simhash.elasticsearch.query;

import static org.elasticsearch.search.SearchService.ALLOW_EXPENSIVE_QUERIES;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.NearOptions;

/**
 * Refuses queries that may compare all documents, where the cluster setting {@code
 * search.allow_expensive_queries} is {@code false}. The query and the mapping decide, never the
 * documents of a segment: the same query is refused on every index with the same mapping.
 */
final class ExpensiveQueries {

  /**
   * The largest {@code max_distance} that is allowed alone. Its {@link ProbePlan} looks up 548
   * block values; the plan for 12 has 1,108, and comparing all documents is often cheaper.
   */
  static final int MAX_DISTANCE = 11;

  private ExpensiveQueries() {}

  static void requireAllowed(NearQuery query, IndexFields fields) {
    if (query.confirm() != null) {
      refuse(fields, "[" + query.name() + "] queries with [confirm]");
    } else if (query instanceof SharedPassagesOptions) {
      refuse(fields, "[shared_passages] queries");
    } else if (query instanceof NeighbourOptions near && near.isMinHash() == false) {
      requireAllowed(near.options(), fields);
    } else if (((NeighbourOptions) query).rule(true) instanceof NearRule.Similar rule
        && rule.usesBands() == false) {
      refuse(
          fields,
          "[minhash_near] queries with [min_matching_bands] [0], the default below"
              + " [min_similarity] ["
              + NearRule.MIN_SIMILARITY_OF_BANDS
              + "],");
    }
  }

  /** The same for queries by these options. */
  static void requireAllowed(NearOptions near, IndexFields fields) {
    Double similarity = near.minSimilarity();
    if (similarity != null && similarity < NearRule.MIN_SIMILARITY_OF_BANDS) {
      refuse(
          fields,
          "[simhash_near] queries with [min_similarity] below ["
              + NearRule.MIN_SIMILARITY_OF_BANDS
              + "]");
    }
    if (similarity == null && near.maxDistance() != null && near.maxDistance() > MAX_DISTANCE) {
      refuse(
          fields, "[simhash_near] queries with [max_distance] above [" + MAX_DISTANCE + "] alone");
    }
  }

  private static void refuse(IndexFields fields, String queries) {
    if (fields.context().allowExpensiveQueries() == false) {
      throw fields.refuse(
          "%s cannot be executed when '%s' is set to false.",
          queries, ALLOW_EXPENSIVE_QUERIES.getKey());
    }
  }
}
