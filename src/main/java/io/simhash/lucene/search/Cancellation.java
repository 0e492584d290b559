package io.simhash.lucene.search;

import org.apache.lucene.search.IndexSearcher;

/**
 * Finds the check that ends a search which was cancelled or has taken too long. Queries run it in
 * loops over many documents.
 *
 * <p>It belongs to no search: a cache may keep a query that holds it.
 */
@FunctionalInterface
public interface Cancellation {

  /** Searches that never end early. */
  Cancellation NONE = searcher -> () -> {};

  /** The check for one search, which throws to end it. Safe to call from several threads. */
  Runnable of(IndexSearcher searcher);
}
