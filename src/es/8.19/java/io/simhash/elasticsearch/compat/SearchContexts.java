package io.simhash.elasticsearch.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
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
   * Throws if the search was cancelled or its {@code timeout} has passed. In this line, only the
   * searcher's reader checks that, whenever points are asked for: all documents have those of the
   * sequence number.
   */
  public static Runnable cancellation(IndexSearcher searcher) {
    if (searcher instanceof ContextIndexSearcher == false
        || searcher.getIndexReader().leaves().isEmpty()) {
      return () -> {};
    }
    LeafReader reader = searcher.getIndexReader().leaves().getFirst().reader();
    return () -> {
      try {
        reader.getPointValues(SeqNoFieldMapper.NAME);
      } catch (IOException e) {
        throw new UncheckedIOException("the points of a segment cannot be read", e);
      }
    };
  }

  /**
   * Reads the {@code _source} of documents.
   *
   * @param filter the part that is needed; this line makes all of it
   */
  public static SourceProvider source(SearchExecutionContext context, SourceFilter filter) {
    return context.createSourceProvider();
  }
}
