package io.simhash.elasticsearch.clusters;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/** Each matching document, with or without a fingerprint. */
final class DocumentsAnswer implements ShardAnswer {

  private final LongConsumer memory;
  private int size;
  private int[] docs = {};

  /**
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  DocumentsAnswer(LongConsumer memory) {
    this.memory = memory;
  }

  @Override
  public LeafBucketCollector read(LeafReaderContext leaf, ShardId shard) {
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) {
        add(leaf.docBase + doc);
      }
    };
  }

  private void add(int doc) {
    if (size == docs.length) {
      int capacity = ShardAnswer.larger(size + 1);
      memory.accept(2L * capacity * Integer.BYTES);
      docs = ArrayUtil.growExact(docs, capacity);
    }
    docs[size++] = doc;
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofDocuments(shard, Arrays.copyOf(docs, size));
  }
}
