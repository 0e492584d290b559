package io.simhash.elasticsearch.compat;

import org.apache.lucene.search.IndexSearcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.search.lookup.SourceProvider;

/**
 * The search that a query is a part of: its check for cancellation and its documents. Lines differ
 * in what a search gives to its queries.
 */
public final class SearchContexts {

  private SearchContexts() {}

  /**
   * Throws if the search was cancelled or its {@code timeout} has passed.
   *
   * <p>Elasticsearch itself checks only between documents that are collected and, in aggregations,
   * only between segments. It never checks the timeout where an aggregation collects afterwards, as
   * below {@code "collect_mode": "breadth_first"}: there only cancelling the task ends a search.
   */
  public static Runnable cancellation(IndexSearcher searcher) {
    return searcher instanceof ContextIndexSearcher search ? search::checkCancelled : () -> {};
  }

  /**
   * Reads the {@code _source} of documents.
   *
   * @param filter the part that is needed; {@code null} for all
   */
  public static SourceProvider source(SearchExecutionContext context, SourceFilter filter) {
    return context.createSourceProvider(filter);
  }
}
