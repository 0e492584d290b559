package io.simhash.elasticsearch.compat;

import org.apache.lucene.search.IndexSearcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.search.lookup.SourceProvider;

/** What a query asks the search around it for. */
public final class SearchContexts {

  private SearchContexts() {}

  /** Throws if the search was cancelled or its {@code timeout} has passed. */
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
