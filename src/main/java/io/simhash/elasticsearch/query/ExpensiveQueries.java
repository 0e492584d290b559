package io.simhash.elasticsearch.query;

import static org.elasticsearch.search.SearchService.ALLOW_EXPENSIVE_QUERIES;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.query.NearQuery.SharedPassages;
import io.simhash.elasticsearch.query.NearQuery.Similar;

/**
 * Refuses the near queries that may compare all documents, where the cluster setting {@code
 * search.allow_expensive_queries} is {@code false}. The query and the mapping decide, never the
 * documents of a segment: the same query is refused on every index with the same mapping.
 */
final class ExpensiveQueries {

  /**
   * The largest {@code max_distance} that is allowed where signatures are not compared. Its {@link
   * ProbePlan} looks up 548 block values; that of 12 has 1,108, and comparing all documents is
   * often cheaper.
   */
  static final int MAX_DISTANCE = 11;

  private ExpensiveQueries() {}

  /** Requires that the query is allowed. An unmapped field is not this error. */
  static void requireAllowed(NearQuery query, IndexFields fields) {
    if (fields.context().allowExpensiveQueries()) {
      return;
    }
    if (query.confirm() != null) {
      throw refuse(fields, "[" + query.name() + "] queries with [confirm]");
    }
    switch (query) {
      case SharedPassages passages -> throw refuse(fields, "[shared_passages] queries");
      case Similar near when near.isMinHash() == false -> requireAllowed(near.rule(), fields);
      case Similar near when near.rule().usesBands() -> {}
      case Similar near ->
          throw refuse(
              fields,
              "[minhash_near] queries with [min_matching_bands] [0], the default below"
                  + " [min_similarity] ["
                  + NearRule.MIN_SIMILARITY_OF_BANDS
                  + "],");
    }
  }

  /** Requires that queries by the rule are allowed. */
  static void requireAllowed(NearRule rule, IndexFields fields) {
    if (fields.context().allowExpensiveQueries()) {
      return;
    }
    if (rule.usesSignatures() && rule.usesBands() == false) {
      throw refuse(
          fields,
          "[simhash_near] queries with [min_similarity] above [0] and below ["
              + NearRule.MIN_SIMILARITY_OF_BANDS
              + "]");
    }
    if (rule.usesSignatures() == false && rule.maxDistance() > MAX_DISTANCE) {
      throw refuse(
          fields,
          "[simhash_near] queries with [min_similarity] [0] and without [max_distance] of at most ["
              + MAX_DISTANCE
              + "]");
    }
  }

  private static RuntimeException refuse(IndexFields fields, String queries) {
    return fields.refuse(
        "%s cannot be executed when '%s' is set to false.",
        queries, ALLOW_EXPENSIVE_QUERIES.getKey());
  }
}
