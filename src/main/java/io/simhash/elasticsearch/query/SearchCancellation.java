package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.lucene.search.Cancellation;
import org.apache.lucene.search.IndexSearcher;

/**
 * Ends a search whose task was cancelled or whose {@code timeout} has passed.
 *
 * <p>Elasticsearch itself checks only between documents that are collected and, in aggregations,
 * only between segments. It never checks the timeout where an aggregation collects afterwards, as
 * below {@code "collect_mode": "breadth_first"}: there only cancelling the task ends a search.
 */
enum SearchCancellation implements Cancellation {
  INSTANCE;

  @Override
  public Runnable of(IndexSearcher searcher) {
    return SearchContexts.cancellation(searcher);
  }
}
