package io.simhash.elasticsearch.clusters;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.support.PlainActionFuture;

/** Waits for the answer of an action on the thread of a run. */
final class Waiting {

  private Waiting() {}

  /**
   * The answer to an action.
   *
   * @throws IllegalArgumentException if a shard refused the request for a mistake in it
   */
  static <T> T on(Consumer<ActionListener<T>> action) {
    PlainActionFuture<T> future = new PlainActionFuture<>();
    action.accept(future);
    try {
      return future.actionGet();
    } catch (ElasticsearchException e) {
      if (e instanceof SearchPhaseExecutionException search && mistake(search) != null) {
        throw new IllegalArgumentException(mistake(search).getMessage(), e);
      }
      throw e;
    }
  }

  private static Throwable mistake(SearchPhaseExecutionException search) {
    return search.shardFailures().length == 0
        ? null
        : ExceptionsHelper.unwrap(
            search.shardFailures()[0].getCause(), IllegalArgumentException.class);
  }
}
