package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/** The answer of one shard to a {@link ShardQuestion}, read segment by segment. */
interface ShardAnswer {

  /** Reads a segment, or returns the collector that takes its matching documents. */
  LeafBucketCollector read(LeafReaderContext leaf, ShardId shard) throws IOException;

  /** The answer, after the last segment. */
  ShardValues values(ShardId shard);

  /** Half as much again: growing by less leaves many times the final size to be collected. */
  static int larger(int needed) {
    return (int) Math.min(ArrayUtil.MAX_ARRAY_LENGTH, 1024L + needed + (needed >> 1));
  }
}
