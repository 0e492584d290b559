package io.simhash.elasticsearch.shard;

import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.shard.IndexShard;

/**
 * A shard as a search of the caller sees it: without the documents and fields that document- and
 * field-level security hide.
 */
public final class CountedShard {

  private static final TimeValue REFRESH_TIMEOUT = TimeValue.timeValueSeconds(30);

  private final IndexShard shard;

  /** A shard of an index on this node. */
  public CountedShard(IndexService index, int shard) {
    this.shard = index.getShard(shard);
  }

  /** The number of the shard. */
  public int id() {
    return shard.shardId().id();
  }

  /**
   * A searcher, to be closed. Wakes up a shard that has not been searched for a while: it refreshes
   * only when it is.
   *
   * @param source who asks, for messages
   */
  public Engine.Searcher searcher(String source) {
    PlainActionFuture<Boolean> refreshed = new PlainActionFuture<>();
    shard.ensureShardSearchActive(refreshed::onResponse);
    refreshed.actionGet(REFRESH_TIMEOUT);
    return shard.acquireSearcher(source);
  }
}
